import type { TextCallFormat, WrittenCall } from "./format.ts";
import { readAllJsonCalls, readArguments, readJsonCalls } from "./json-call.ts";
import { markPattern, markSource, matchAt, skipMark, spellingsOf } from "./marks.ts";

const pythonMark = "<|python_tag|>";
const pythonOpen = markPattern(markSource(pythonMark));
const semicolon = markPattern(";");

/** Llama 3: one or more JSON calls behind the tag, with semicolons between them. */
export const pythonTag: TextCallFormat = {
  openers: spellingsOf(pythonMark),
  read(text, at) {
    const read = readAllJsonCalls(text, skipMark(text, at, pythonOpen));
    return read === null ? null : { calls: read.calls, end: skipMark(text, read.end, semicolon) };
  },
};

const mistralMark = "[TOOL_CALLS]";
const mistralOpen = markPattern("\\[TOOL_CALLS\\]");
const mistralHead = markPattern(
  '(?:\\[TOOL_CALLS\\])?\\s*([\\w.:-]+)\\s*(?:\\[CALL_ID\\]\\s*[\\w-]*)?\\s*(?:\\[ARGS\\])?\\s*(?=[{"])',
);

/** Mistral: a JSON list behind the marker, or a name with its arguments. */
export const mistralMarker: TextCallFormat = {
  openers: [mistralMark],
  read(text, at) {
    const inner = skipMark(text, at, mistralOpen);
    const list = readJsonCalls(text, inner);
    if (list !== null) return list;
    const calls: WrittenCall[] = [];
    let end = at;
    for (let head = matchAt(mistralHead, text, end); head !== null; head = matchAt(mistralHead, text, end)) {
      const body = readArguments(text, end + head[0].length, head[1] ?? "");
      if (body === null) return null;
      calls.push(...body.calls);
      end = body.end;
    }
    return calls.length === 0 ? null : { calls, end };
  },
};
