import { bareName } from "../answer/call-names.ts";
import type { TextCallFormat, WrittenCall } from "./format.ts";
import { skipSpace, skipWord } from "./format.ts";
import { readArguments, readJsonCalls } from "./json-call.ts";

/** Formats whose marks are special tokens of a model that leaked into the text. */

/** Kimi: a section of calls, each with its number behind the name. */
export const kimiSection: TextCallFormat = {
  openers: ["<|tool_calls_section_begin|>", "<|tool_call_begin|>"],
  read(text, at) {
    let end = skipWord(text, at, "<|tool_calls_section_begin|>");
    const calls: WrittenCall[] = [];
    for (;;) {
      const head = /^\s*<\|tool_call_begin\|>\s*([^<\s]+)\s*<\|tool_call_argument_begin\|>/.exec(text.slice(end));
      if (head === null) break;
      const body = readArguments(text, end + head[0].length, bareName(head[1] ?? ""));
      if (body === null) return null;
      calls.push(...body.calls);
      end = skipWord(text, body.end, "<|tool_call_end|>");
    }
    return calls.length === 0 ? null : { calls, end: skipWord(text, end, "<|tool_calls_section_end|>") };
  },
};

/** DeepSeek V3 (a type, then the name and fenced JSON) and V3.1 (name and bare JSON). */
export const deepSeekTokens: TextCallFormat = {
  openers: ["<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>"],
  read(text, at) {
    let end = skipWord(text, at, "<｜tool▁calls▁begin｜>");
    const calls: WrittenCall[] = [];
    for (;;) {
      const head =
        /^\s*<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>\s*([\w.:-]+)\s*(?=\n|```|\{)|([\w.:-]+)<｜tool▁sep｜>)/.exec(
          text.slice(end),
        );
      if (head === null) break;
      const body = readArguments(text, end + head[0].length, head[1] ?? head[2] ?? "");
      if (body === null) return null;
      calls.push(...body.calls);
      end = skipWord(text, body.end, "<｜tool▁call▁end｜>");
    }
    return calls.length === 0 ? null : { calls, end: skipWord(text, end, "<｜tool▁calls▁end｜>") };
  },
};

/** Llama 3: one or more JSON calls behind the tag, with semicolons between them. */
export const pythonTag: TextCallFormat = {
  openers: ["<|python_tag|>"],
  read(text, at) {
    let end = at + "<|python_tag|>".length;
    const calls: WrittenCall[] = [];
    for (let next = readJsonCalls(text, end); next !== null; next = readJsonCalls(text, end)) {
      calls.push(...next.calls);
      end = skipWord(text, next.end, ";");
    }
    if (calls.length === 0) return null;
    for (const token of ["<|eom_id|>", "<|eot_id|>"]) end = skipWord(text, end, token);
    return { calls, end };
  },
};

/** Mistral: a JSON list behind the marker, or a name with its arguments. */
export const mistralMarker: TextCallFormat = {
  openers: ["[TOOL_CALLS]"],
  read(text, at) {
    let end = at + "[TOOL_CALLS]".length;
    const list = readJsonCalls(text, end);
    if (list !== null) return list;
    const calls: WrittenCall[] = [];
    for (;;) {
      const head = /^(?:\[TOOL_CALLS\])?\s*([\w.-]+)\s*(?:\[CALL_ID\][\w-]*)?\s*(?:\[ARGS\])?\s*(?=\{)/.exec(
        text.slice(end),
      );
      if (head === null) break;
      const body = readArguments(text, skipSpace(text, end + head[0].length), head[1] ?? "");
      if (body === null) return null;
      calls.push(...body.calls);
      end = body.end;
    }
    return calls.length === 0 ? null : { calls, end };
  },
};
