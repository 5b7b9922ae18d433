import { isJsonTooDeep, maxJsonDepth, parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";

/** Looking into JSON of unknown shape, without casts. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text, or "" for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A finite number, also one that is written as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || !/^\s*\d[\d_,]*(\.\d+)?\s*$/.test(value)) return null;
  return Number(value.replace(/[_,]/g, ""));
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** What the text says as JSON; undefined when it is none, or deeper than any honest one. */
export function parseJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    // Not being JSON is an answer here, and the callers have a way on for it.
    return undefined;
  }
}

/** Levels of what is kept of an answer as a value: records and frames hold it some levels down and have the limit too. */
const maxKeptDepth = 64;

/** Whether a value that came with an answer can be kept with it. */
export function isKeepable(value: unknown): boolean {
  return !isJsonTooDeep(JSON.stringify(value) ?? "", maxKeptDepth);
}

/** Where the JSON document that opens at `from` ends (the index after it), or -1 when it does not or goes too deep. */
export function jsonEnd(text: string, from: number): number {
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") {
      depth++;
      if (depth > maxJsonDepth) return -1;
    } else if (char === "}" || char === "]") {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
