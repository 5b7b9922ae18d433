import { isObject, type JsonObject, parseJson } from "../json.ts";
import type { ToolOffer } from "../model.ts";
import type { WrittenCall } from "./format.ts";

/** The arguments of a written call; a text becomes what the tool's schema says it is, and stays text where that fails. */
export function typedArguments(call: WrittenCall, tool: ToolOffer): JsonObject {
  if (call.kind === "values") return call.arguments;
  const properties = isObject(tool.parameters["properties"]) ? tool.parameters["properties"] : {};
  const typed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(call.arguments)) {
    typed[name] = typeof value === "string" ? typedValue(trimNewlines(value), properties[name]) : value;
  }
  return typed;
}

/** Tags stand on lines of their own: the line ends beside them are not part of the value. */
function trimNewlines(value: string): string {
  return value.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
}

function typesOf(schema: unknown): readonly unknown[] {
  if (!isObject(schema)) return [];
  const variants = [schema["anyOf"], schema["oneOf"]].flatMap((list) => (Array.isArray(list) ? list : []));
  const own = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]];
  return [...own, ...variants.flatMap(typesOf)];
}

function typedValue(text: string, schema: unknown): unknown {
  const types = typesOf(schema);
  if (types.includes("string")) return text;
  const trimmed = text.trim();
  if (types.includes("null") && trimmed === "null") return null;
  if (types.includes("boolean") && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === "true";
  if (types.includes("number") || types.includes("integer")) {
    if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(trimmed)) return Number(trimmed);
  }
  if (types.includes("object") || types.includes("array")) {
    const parsed = parseJson(trimmed);
    if (typeof parsed === "object" && parsed !== null) return parsed;
  }
  return text;
}
