import { parseJson } from "../json.ts";
import type { TextCallFormat, WrittenCalls } from "./format.ts";
import { readArguments } from "./json-call.ts";
import { markPattern, markSource, matchAt, skipMark, spellingsOf } from "./marks.ts";

/** DeepSeek's markup puts a mark of its own before each word of a tag, MiniMax and Seed a name. */
export const tagPrefixes: readonly string[] = ["", "minimax:", "seed:", ...spellingsOf("|DSML|")];
export const tagPrefix = `(?:[\\w-]+:|${markSource("|DSML|")})?`;

const head = markPattern(`<${tagPrefix}invoke\\s+name=["']([^"'>]+)["']\\s*>`);
const nextHead = new RegExp(`<${tagPrefix}invoke\\s+name=`);
const close = markPattern(`</${tagPrefix}invoke>`);
const parameterHead = markPattern(`<${tagPrefix}parameter\\s+name=["']([^"'>]+)["']([^>]*)>`);
const parameterEnd = new RegExp(`</${tagPrefix}parameter>`, "g");

/** `invoke` and `parameter` tags: MiniMax, DeepSeek's DSML, Claude behind gateways. */
export const invokeTag: TextCallFormat = {
  openers: tagPrefixes.map((prefix) => `<${prefix}invoke name=`),
  read(text, at) {
    const found = matchAt(head, text, at);
    const name = found?.[1];
    if (found === null || name === undefined) return null;
    const inner = at + found[0].length;
    const body = readArguments(text, inner, name) ?? readParameters(text, inner, name);
    if (body === null) return null;
    const end = skipMark(text, body.end, close);
    return end === body.end ? null : { calls: body.calls, end };
  },
};

function readParameters(text: string, from: number, name: string): WrittenCalls | null {
  const values: Record<string, unknown> = {};
  let at = from;
  for (let found = matchAt(parameterHead, text, at); found !== null; found = matchAt(parameterHead, text, at)) {
    const start = at + found[0].length;
    parameterEnd.lastIndex = start;
    const end = parameterEnd.exec(text);
    if (end === null) return null;
    const value = text.slice(start, end.index);
    // The next call in a value means that this one was cut.
    if (nextHead.test(value)) return null;
    const isJson = /string=["']false["']/.test(found[2] ?? "");
    values[found[1] ?? ""] = isJson ? (parseJson(value) ?? value) : value;
    at = parameterEnd.lastIndex;
  }
  return { calls: [{ name, kind: "texts", arguments: values }], end: at };
}
