import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import type { z } from "../../src-preload/contract/zod.ts";
import { nearestName } from "../settings/nearest-name.ts";

/*
 * Models send arguments in a few wrong shapes that have one possible meaning. Those are put right here, by the JSON
 * Schema; whatever could mean two things is left for zod to refuse.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The properties of an object schema by name. */
export function propertiesOf(schema: JsonObject): JsonObject {
  return isJsonObject(schema["properties"]) ? schema["properties"] : {};
}

/** `{"arguments": "{…}"}` and null are what some models send for `{…}` and `{}`. */
export function unwrapArguments(value: JsonObject | null | undefined, schema: JsonObject): JsonObject {
  if (value === null || value === undefined) return {};
  const keys = Object.keys(value);
  if (keys.length !== 1 || keys[0] !== "arguments" || "arguments" in propertiesOf(schema)) return value;
  const inner = value["arguments"];
  if (inner === null || inner === "") return {};
  const parsed = typeof inner === "string" ? parseJson(inner) : inner;
  return isJsonObject(parsed) ? parsed : value;
}

/** Casts every value to what the schema wants, where that is safe. */
export function castArguments(value: JsonObject, schema: JsonObject): JsonObject {
  const properties = propertiesOf(schema);
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const entries = Object.entries(value)
    .filter(([name, item]) => !(item === null && Object.hasOwn(properties, name) && !required.includes(name)))
    .map(([name, item]): [string, unknown] => {
      const wanted = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, isJsonObject(wanted) ? cast(item, wanted) : item];
    });
  return Object.fromEntries(entries);
}

function cast(value: unknown, schema: JsonObject): unknown {
  switch (schema["type"]) {
    case "string":
      return typeof value === "number" && Number.isFinite(value) ? String(value) : value;
    case "integer":
    case "number":
      return typeof value === "string" ? castNumber(value) : value;
    case "boolean":
      return typeof value === "string" ? castBoolean(value) : value;
    case "array":
      return castArray(value, schema);
    case "object":
      return castObject(value, schema);
    default:
      return value;
  }
}

function castNumber(value: string): unknown {
  const text = value.trim();
  return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : value;
}

function castBoolean(value: string): unknown {
  const text = value.trim().toLowerCase();
  return text === "true" ? true : text === "false" ? false : value;
}

function castArray(value: unknown, schema: JsonObject): unknown {
  const items = isJsonObject(schema["items"]) ? schema["items"] : {};
  if (Array.isArray(value)) return value.map((item) => cast(item, items));
  if (typeof value !== "string") return value;
  const parsed = value.trimStart().startsWith("[") ? parseJson(value) : undefined;
  if (Array.isArray(parsed)) return parsed.map((item) => cast(item, items));
  return items["type"] === "string" ? [value] : value;
}

function castObject(value: unknown, schema: JsonObject): unknown {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  return isJsonObject(parsed) ? castArguments(parsed, schema) : value;
}

function parseJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What zod found, each as a few words that a model can act on; unknown parameters are told by `unknownParameters`. */
export function describeIssues(error: z.ZodError, value: JsonObject): readonly string[] {
  const issues = error.issues.filter((issue) => issue.code !== "unrecognized_keys" || issue.path.length > 0);
  return issues.map((issue) => {
    const where = issue.path.map(String).join(".");
    if (issue.path.length === 1 && !Object.hasOwn(value, where)) return `missing parameter "${where}"`;
    return `"${where}": ${issue.message}`;
  });
}

/** One text for each argument that the schema does not know, with the name that was probably meant. */
export function unknownParameters(value: JsonObject, schema: JsonObject): readonly string[] {
  const known = Object.keys(propertiesOf(schema));
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known);
      const help = nearest === null ? ` (known: ${known.join(", ") || "none"})` : `, did you mean "${nearest}"?`;
      return `unknown parameter "${name}"${help}`;
    });
}
