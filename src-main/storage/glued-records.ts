import { isJsonTooDeep } from "../../src-preload/contract/bounded-json.ts";

/** Places that are tried in one line: enough for any that was glued by accident. */
const maxPlaces = 1000;

/** Whether a text is one whole JSON object: no part of one is one. Too deep a one counts as none. */
export function isWholeObject(text: string): boolean {
  if (isJsonTooDeep(text)) return false;
  try {
    const value: unknown = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * The records of a line in which several stand, since a line feed was lost: another program wrote without one, or a torn
 * record was written on to. Together they are the line; all but the first are whole objects. Quotes inside of strings
 * are escaped, so that a record never seems to begin in one.
 */
export function splitGlued(line: string): readonly string[] {
  const places = [...line.matchAll(/(?<=\})\{"|\{"(?:id|_type)":"/g)].map(({ index }) => index);
  const records: string[] = [];
  let end = line.length;
  for (const start of places.slice(-maxPlaces).reverse()) {
    const record = line.slice(start, end);
    if (start === 0 || !isWholeObject(record)) continue;
    records.unshift(record);
    end = start;
  }
  return [line.slice(0, end), ...records];
}
