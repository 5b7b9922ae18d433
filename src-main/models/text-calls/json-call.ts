import { parseArguments } from "../answer/call-arguments.ts";
import { isObject, jsonEnd, parseJson, textOf } from "../json.ts";
import { skipSpace, type WrittenCall, type WrittenCalls } from "./format.ts";

/** `{"name": …, "arguments": {…}}`, with the key variants that models use. */
export function callOfObject(value: unknown): WrittenCall | null {
  if (!isObject(value)) return null;
  const made = isObject(value["function"]) ? value["function"] : value;
  const name = textOf(made["name"]) || textOf(value["function"]) || textOf(value["tool"]);
  const given = made["arguments"] ?? made["parameters"] ?? made["args"];
  const parsed = typeof given === "string" ? parseArguments(given) : (given ?? {});
  return name === "" || !isObject(parsed) ? null : { name, kind: "values", arguments: parsed };
}

/** One JSON call, or a list of them, that stands at `from`. */
export function readJsonCalls(text: string, from: number): WrittenCalls | null {
  const start = skipSpace(text, from);
  if (text[start] !== "{" && text[start] !== "[") return null;
  const end = jsonEnd(text, start);
  if (end < 0) return null;
  const parsed = parseJson(text.slice(start, end));
  const calls: WrittenCall[] = [];
  for (const item of Array.isArray(parsed) ? parsed : [parsed]) {
    const call = callOfObject(item);
    if (call === null) return null;
    calls.push(call);
  }
  return calls.length === 0 ? null : { calls, end };
}

/** A JSON object of arguments that stands at `from`, perhaps in a code fence. */
export function readArguments(text: string, from: number, name: string): WrittenCalls | null {
  const fence = /^\s*```(?:json)?\s*/.exec(text.slice(from, from + 40))?.[0].length ?? 0;
  const start = skipSpace(text, from + fence);
  if (text[start] !== "{") return null;
  const end = jsonEnd(text, start);
  const parsed = end < 0 ? undefined : parseJson(text.slice(start, end));
  if (!isObject(parsed)) return null;
  const closed = fence === 0 ? end : end + (/^\s*```/.exec(text.slice(end, end + 20))?.[0].length ?? 0);
  return { calls: [{ name, kind: "values", arguments: parsed }], end: closed };
}
