import { skipWord, type TextCallFormat, type WrittenCall, type WrittenCalls } from "./format.ts";
import { functionTag } from "./function-tag.ts";
import { readJsonCalls } from "./json-call.ts";

const opener = "<tool_call>";
const closer = "</tool_call>";

/** `<tool_call>` with JSON (Hermes, Qwen), with a `<function=…>` tag (Qwen coder) or with key and value tags (GLM) in it. */
export const toolCallTag: TextCallFormat = {
  openers: [opener],
  read(text, at) {
    const inner = at + opener.length;
    const body = skipFunction(text, inner) ?? readJsonCalls(text, inner) ?? readKeyValues(text, inner);
    return body === null ? null : { calls: body.calls, end: skipWord(text, body.end, closer) };
  },
};

function skipFunction(text: string, from: number): WrittenCalls | null {
  const start = text.indexOf("<function=", from);
  return start < 0 || text.slice(from, start).trim() !== "" ? null : functionTag.read(text, start);
}

function readKeyValues(text: string, from: number): WrittenCalls | null {
  const close = text.indexOf(closer, from);
  if (close < 0) return null;
  const body = text.slice(from, close);
  const name = /^\s*([\w.:-]+)\s*(?:<arg_key>|$)/.exec(body)?.[1];
  if (name === undefined) return null;
  const values: Record<string, string> = {};
  for (const pair of body.matchAll(/<arg_key>(.*?)<\/arg_key>\s*<arg_value>(.*?)<\/arg_value>/gs)) {
    values[(pair[1] ?? "").trim()] = pair[2] ?? "";
  }
  const call: WrittenCall = { name, kind: "texts", arguments: values };
  return { calls: [call], end: close };
}
