import { skipSpace, type TextCallFormat, type WrittenCalls } from "./format.ts";
import { readArguments } from "./json-call.ts";
import { markPattern, matchAt, skipMark } from "./marks.ts";

const head = markPattern("<function=\\s*[\"']?([\\w.:-]+)[\"']?\\s*(>?)\\s*(?:=|\\(|,)?\\s*");
const parameterHead = markPattern("<parameter=\\s*[\"']?([\\w.:-]+)[\"']?\\s*>");
const parameterEnd = "</parameter>";
const close = markPattern("</function>");
/** What may stand behind the last parameter where the tag was not closed. */
const afterParameters = markPattern("</(?:[\\w-]+:)?tool_calls?>|$");
const jsonTail = markPattern("\\)\\s*>|[)>]");

/** `<function=NAME>` with parameter tags (Qwen coder) or with JSON (Llama), and `<function=NAME{…}</function>` (Groq). */
export const functionTag: TextCallFormat = {
  openers: ["<function="],
  read(text, at) {
    const found = matchAt(head, text, at);
    const name = found?.[1];
    if (found === null || name === undefined) return null;
    const inner = at + found[0].length;
    if (text[inner] === "{" || text[inner] === '"') {
      const body = readArguments(text, inner, name);
      return body === null
        ? null
        : { calls: body.calls, end: skipMark(text, skipMark(text, body.end, jsonTail), close) };
    }
    return found[2] === ">" ? readParameters(text, inner, name) : null;
  },
};

function readParameters(text: string, from: number, name: string): WrittenCalls | null {
  const values: Record<string, string> = {};
  let at = from;
  for (let found = matchAt(parameterHead, text, at); found !== null; found = matchAt(parameterHead, text, at)) {
    const start = at + found[0].length;
    const end = valueEnd(text, start);
    if (end < 0) return null;
    values[found[1] ?? ""] = text.slice(start, end);
    at = text.startsWith(parameterEnd, end) ? end + parameterEnd.length : end;
  }
  const closed = skipMark(text, at, close);
  if (closed === at && !isEndOfCall(text, at, from)) return null;
  return { calls: [{ name, kind: "texts", arguments: values }], end: closed };
}

/** A call without its closing tag: something was told of it, and nothing of it is left. */
function isEndOfCall(text: string, at: number, from: number): boolean {
  return at > from && matchAt(afterParameters, text, skipSpace(text, at)) !== null;
}

/** A parameter ends with its tag; one whose tag is missing where the next begins, or with the function. -1 where it does not. */
function valueEnd(text: string, start: number): number {
  const next = text.indexOf("<parameter=", start);
  const own = text.slice(start, next < 0 ? text.length : next).indexOf(parameterEnd);
  const end = own >= 0 ? start + own : next >= 0 ? next : text.indexOf("</function>", start);
  // The next call in a value means that this one was cut.
  return text.slice(start, end).includes("<function=") ? -1 : end;
}
