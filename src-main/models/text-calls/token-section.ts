import { bareName } from "../answer/call-names.ts";
import type { TextCallFormat, WrittenCall } from "./format.ts";
import { readArguments } from "./json-call.ts";
import { markPattern, markSource, matchAt, skipMark, spellingsOf } from "./marks.ts";

const sections = ["<|tool_calls_section_begin|>", "<|tool_call_section_begin|>", "<|tool_calls_begin|>"];
const callBegin = "<|tool_call_begin|>";
const separator = markSource("<|tool_sep|>");

const sectionBegin = markPattern(sections.map(markSource).join("|"));
const sectionEnd = markPattern(["<|tool_calls?_section_end|>", "<|tool_calls_end|>"].map(markSource).join("|"));
const begin = markPattern(markSource(callBegin));
const end = markPattern(markSource("<|tool_call_end|>"));
/** Kimi has a number behind the name; DeepSeek V3 a type before it, V3.1 the name alone. */
const heads = [
  markPattern(`([^<\\s]+)\\s*${markSource("<|tool_call_argument_begin|>")}`),
  markPattern(`function${separator}\\s*([\\w.:-]+)\\s*(?=\\n|\`\`\`|[{"])`),
  markPattern(`([\\w.:-]+)\\s*${separator}`),
];

/** Calls of Kimi and DeepSeek, whose marks are special tokens that leaked into the text. */
export const tokenSection: TextCallFormat = {
  openers: [...sections, callBegin].flatMap(spellingsOf),
  read(text, at) {
    let from = skipMark(text, at, sectionBegin);
    const calls: WrittenCall[] = [];
    for (let inner = skipMark(text, from, begin); inner > from; inner = skipMark(text, from, begin)) {
      const head = heads.map((pattern) => matchAt(pattern, text, inner)).find((found) => found !== null);
      if (head === undefined) return null;
      const body = readArguments(text, inner + head[0].length, bareName(head[1] ?? ""));
      if (body === null) return null;
      calls.push(...body.calls);
      from = skipMark(text, body.end, end);
    }
    return calls.length === 0 ? null : { calls, end: skipMark(text, from, sectionEnd) };
  },
};
