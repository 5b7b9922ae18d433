import { skipSpace, type WrittenCall, type WrittenCalls } from "./format.ts";
import { markPattern, matchAt } from "./marks.ts";

/*
 * Calls as LFM2 writes them: a list of Python calls whose arguments are keywords and literals, `[get_weather(city="Oslo")]`.
 * Anything but literals is not read.
 */

interface Literal {
  readonly value: unknown;
  readonly end: number;
}

const callHead = markPattern("([A-Za-z_][\\w.-]*)\\s*\\(");
const keyword = markPattern("([A-Za-z_]\\w*)\\s*=\\s*");
const number = markPattern("([+-]?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)(?![\\w.])");
const word = markPattern("(True|False|None|true|false|null)(?!\\w)");
const words: Readonly<Record<string, boolean | null>> = {
  True: true,
  true: true,
  False: false,
  false: false,
  None: null,
  null: null,
};
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "0": "\0", "\n": "" };
/** Lists in lists; no honest call comes near it. */
const deepest = 30;

/** A list of calls that stands at `from`. */
export function readPythonCalls(text: string, from: number): WrittenCalls | null {
  const start = skipSpace(text, from);
  if (text[start] !== "[") return null;
  const calls: WrittenCall[] = [];
  for (let at = start + 1; ; ) {
    const call = readCall(text, at);
    if (call === null) return null;
    calls.push(call.call);
    at = skipSpace(text, call.end);
    if (text[at] === "]") return { calls, end: at + 1 };
    if (text[at] !== ",") return null;
    at++;
  }
}

function readCall(text: string, from: number): { readonly call: WrittenCall; readonly end: number } | null {
  const head = matchAt(callHead, text, from);
  const name = head?.[1];
  if (head === null || name === undefined) return null;
  const values: Record<string, unknown> = {};
  let at = skipSpace(text, from + head[0].length);
  while (text[at] !== ")") {
    const key = matchAt(keyword, text, at);
    const read = key === null ? null : readLiteral(text, at + key[0].length, 0);
    if (key === null || read === null) return null;
    values[key[1] ?? ""] = read.value;
    at = skipSpace(text, read.end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
    else if (text[at] !== ")") return null;
  }
  return { call: { name, kind: "values", arguments: values }, end: at + 1 };
}

function readLiteral(text: string, from: number, depth: number): Literal | null {
  const at = skipSpace(text, from);
  const first = text[at];
  if (depth > deepest) return null;
  if (first === '"' || first === "'") return readString(text, at);
  if (first === "[" || first === "(") return readList(text, at, depth);
  if (first === "{") return readDictionary(text, at, depth);
  const digits = matchAt(number, text, at);
  if (digits !== null) return { value: Number(digits[1]), end: at + digits[0].length };
  const known = matchAt(word, text, at);
  return known === null ? null : { value: words[known[1] ?? ""], end: at + known[0].length };
}

function readString(text: string, start: number): Literal | null {
  const quote = text.charAt(start);
  let value = "";
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === quote) return { value, end: at + 1 };
    if (char !== "\\") {
      value += char;
      continue;
    }
    at++;
    const escaped = text.charAt(at);
    const code = /^u[0-9a-fA-F]{4}|^x[0-9a-fA-F]{2}/.exec(text.slice(at, at + 5))?.[0];
    value +=
      code === undefined ? (escapes[escaped] ?? escaped) : String.fromCharCode(Number.parseInt(code.slice(1), 16));
    at += code === undefined ? 0 : code.length - 1;
  }
  return null;
}

function readList(text: string, start: number, depth: number): Literal | null {
  const closer = text[start] === "[" ? "]" : ")";
  const value: unknown[] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== closer) {
    const item = readLiteral(text, at, depth + 1);
    if (item === null) return null;
    value.push(item.value);
    at = skipSpace(text, item.end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
    else if (text[at] !== closer) return null;
  }
  return { value, end: at + 1 };
}

function readDictionary(text: string, start: number, depth: number): Literal | null {
  const entries: [string, unknown][] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== "}") {
    const key = readLiteral(text, at, depth + 1);
    const colon = key === null ? -1 : skipSpace(text, key.end);
    if (key === null || typeof key.value !== "string" || text[colon] !== ":") return null;
    const item = readLiteral(text, colon + 1, depth + 1);
    if (item === null) return null;
    entries.push([key.value, item.value]);
    at = skipSpace(text, item.end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
    else if (text[at] !== "}") return null;
  }
  return { value: Object.fromEntries(entries), end: at + 1 };
}
