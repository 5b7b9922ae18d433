import { parseArguments } from "../answer/call-arguments.ts";
import { isObject, jsonEnd, parseJson, textOf } from "../json.ts";
import { skipSpace, type WrittenCall, type WrittenCalls } from "./format.ts";

/** `{"name": …, "arguments": {…}}`, with the key variants that models use. */
function callOfObject(value: unknown): WrittenCall | null {
  if (!isObject(value)) return null;
  const made = isObject(value["function"]) ? value["function"] : value;
  const name = textOf(made["name"]) || textOf(value["function"]) || textOf(value["tool"]);
  const given = made["arguments"] ?? made["parameters"] ?? made["args"];
  const parsed = typeof given === "string" ? parseArguments(given) : (given ?? {});
  return name === "" || !isObject(parsed) ? null : { name, kind: "values", arguments: parsed };
}

interface ReadValue {
  readonly value: unknown;
  readonly end: number;
}

/** An object or a list that stands at `from`, or a string that holds one; null for anything else. */
function readValue(text: string, from: number): ReadValue | null {
  const start = skipSpace(text, from);
  const first = text[start];
  if (first !== "{" && first !== "[" && first !== '"') return null;
  const end = first === '"' ? stringEnd(text, start) : jsonEnd(text, start);
  const value = end < 0 ? undefined : parseJson(text.slice(start, end));
  const held = typeof value === "string" ? parseJson(value) : value;
  return typeof held === "object" && held !== null ? { value: held, end } : null;
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return -1;
}

/** One JSON call, or a list of them, that stands at `from`. */
export function readJsonCalls(text: string, from: number): WrittenCalls | null {
  const read = readValue(text, from);
  if (read === null) return null;
  const calls: WrittenCall[] = [];
  for (const item of Array.isArray(read.value) ? read.value : [read.value]) {
    const call = callOfObject(item);
    if (call === null) return null;
    calls.push(call);
  }
  return calls.length === 0 ? null : { calls, end: read.end };
}

const separator = /\s*[,;]?\s*(?=[{["])/y;

/** The same, and those that follow; null where one of them cannot be read. */
export function readAllJsonCalls(text: string, from: number): WrittenCalls | null {
  const first = readJsonCalls(text, from);
  if (first === null) return null;
  const calls = [...first.calls];
  let { end } = first;
  for (;;) {
    separator.lastIndex = end;
    if (!separator.test(text)) return { calls, end };
    const next = readJsonCalls(text, separator.lastIndex);
    if (next === null) return null;
    calls.push(...next.calls);
    end = next.end;
  }
}

/** A JSON object of arguments that stands at `from`, perhaps in a code fence. */
export function readArguments(text: string, from: number, name: string): WrittenCalls | null {
  const fence = /^\s*```(?:json)?\s*/.exec(text.slice(from, from + 40))?.[0].length ?? 0;
  const read = readValue(text, from + fence);
  if (read === null || !isObject(read.value)) return null;
  const closed = fence === 0 ? 0 : (/^\s*```/.exec(text.slice(read.end, read.end + 20))?.[0].length ?? 0);
  return { calls: [{ name, kind: "values", arguments: read.value }], end: read.end + closed };
}
