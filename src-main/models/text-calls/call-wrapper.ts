import { skipSpace, type TextCallFormat, type WrittenCall, type WrittenCalls } from "./format.ts";
import { functionTag } from "./function-tag.ts";
import { invokeTag, tagPrefix, tagPrefixes } from "./invoke-tag.ts";
import { readAllJsonCalls } from "./json-call.ts";
import { markPattern, markSource, matchAt, skipMark, spellingsOf } from "./marks.ts";
import { readPythonCalls } from "./python-call.ts";

const words = ["tool_call", "tool_calls", "function_call", "function_calls"];
const open = markPattern(
  `<${tagPrefix}(?:${words.join("|")})>|<TOOLCALL>|${markSource("<|tool_call|>")}|${markSource("<|tool_call_start|>")}`,
);
const close = `</${tagPrefix}(?:${words.join("|")})>|</TOOLCALL>|${markSource("<|/tool_call|>")}|${markSource("<|tool_call_end|>")}`;
/** A bracket too many before the closing tag is a slip that changes nothing. */
const closing = markPattern(`[\\s}\\]]*(?:${close})(?:\\s*(?:${close}))*`);
const anyClose = new RegExp(close);
const anyOpen = new RegExp(open.source, "g");
const keyName = markPattern(`([\\w.:-]+)\\s*(?=<arg_key>|${close})`);
const keyValue = markPattern("<arg_key>([^<]*)</arg_key>\\s*<arg_value>(.*?)</arg_value>");
const pair = new RegExp(keyValue.source, "sy");

/**
 * Calls between an opening and a closing tag, whoever made the model: JSON (Hermes, Qwen, Granite, Hunyuan, Nemotron),
 * `<function=…>` (Qwen coder, Seed), `<invoke …>` (MiniMax, DeepSeek, Claude), key and value tags (GLM), Python (LFM2).
 */
export const callWrapper: TextCallFormat = {
  openers: [
    ...tagPrefixes.flatMap((prefix) => words.map((word) => `<${prefix}${word}>`)),
    "<TOOLCALL>",
    ...spellingsOf("<|tool_call|>"),
    ...spellingsOf("<|tool_call_start|>"),
  ],
  read(text, at) {
    const inner = skipMark(text, at, open);
    const body =
      readEach(text, inner) ??
      readAllJsonCalls(text, inner) ??
      readPythonCalls(text, inner) ??
      readKeyValues(text, inner);
    if (body === null) return null;
    const end = skipClosing(text, body.end);
    return end < 0 ? null : { calls: body.calls, end };
  },
};

/** Behind calls without a wrapper, a closing tag may be left over. */
export function skipStrayClosing(text: string, at: number): number {
  return skipMark(text, at, closing);
}

/** The index after the closing tag; `at` where there is none; -1 where something that was not read stands before it. */
function skipClosing(text: string, at: number): number {
  const end = skipMark(text, at, closing);
  if (end > at) return end;
  anyOpen.lastIndex = at;
  const next = anyOpen.exec(text)?.index ?? text.length;
  return anyClose.test(text.slice(at, next)) ? -1 : at;
}

/** Tags of calls that follow each other; null where there is none, or one that cannot be read. */
function readEach(text: string, from: number): WrittenCalls | null {
  const calls: WrittenCall[] = [];
  let end = from;
  for (;;) {
    const start = skipSpace(text, end);
    const format = [functionTag, invokeTag].find(({ openers }) => openers.some((word) => text.startsWith(word, start)));
    if (format === undefined) return calls.length === 0 ? null : { calls, end };
    const read = format.read(text, start);
    if (read === null) return null;
    calls.push(...read.calls);
    end = read.end;
  }
}

function readKeyValues(text: string, from: number): WrittenCalls | null {
  const head = matchAt(keyName, text, from);
  const name = head?.[1];
  if (head === null || name === undefined) return null;
  const values: Record<string, string> = {};
  let end = from + head[0].length;
  for (let found = matchAt(pair, text, end); found !== null; found = matchAt(pair, text, end)) {
    // The next pair or call in a value means that this one was cut.
    if (/<arg_key>|<tool_call>/.test(found[2] ?? "")) return null;
    values[(found[1] ?? "").trim()] = found[2] ?? "";
    end += found[0].length;
  }
  // Its pairs say where such a call ends only together with the closing tag.
  return matchAt(closing, text, end) === null ? null : { calls: [{ name, kind: "texts", arguments: values }], end };
}
