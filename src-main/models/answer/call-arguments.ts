import { isObject, type JsonObject, jsonEnd, parseJson } from "../json.ts";

/**
 * The arguments of a call from their text (rule 1 of the provider cases): blank or null is `{}`, text inside text is
 * parsed again, one document sent twice is one. Null for what is no object: such a call never runs.
 */
export function parseArguments(raw: string): JsonObject | null {
  const trimmed = raw.trim();
  if (trimmed === "") return {};
  const parsed = parseJson(trimmed);
  if (parsed === undefined) return parseRepeated(trimmed);
  return unwrap(parsed);
}

function unwrap(parsed: unknown): JsonObject | null {
  if (parsed === null) return {};
  if (isObject(parsed)) return parsed;
  if (typeof parsed !== "string") return null;
  if (parsed.trim() === "") return {};
  const inner = parseJson(parsed);
  return inner === null ? {} : isObject(inner) ? inner : null;
}

function parseRepeated(text: string): JsonObject | null {
  if (!text.startsWith("{")) return null;
  const end = jsonEnd(text, 0);
  if (end < 0) return null;
  const first = parseJson(text.slice(0, end));
  const rest = parseJson(text.slice(end));
  return isObject(first) && rest !== undefined && JSON.stringify(first) === JSON.stringify(rest) ? first : null;
}
