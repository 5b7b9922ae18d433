import { isObject, type JsonObject, objectsOf } from "../json.ts";
import { safeNames } from "./property-names.ts";

/*
 * Schemas of strangers' tools in the form that every provider takes. Whoever offers the tool checks its arguments, so a
 * schema may say less than it did: nothing that was allowed is forbidden by it.
 */

/** Deeper ones are "anything". */
const mostLevels = 32;

const types: ReadonlySet<unknown> = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);
/** What other languages call them. */
const otherTypes: Readonly<Record<string, string>> = {
  int: "integer",
  long: "integer",
  float: "number",
  double: "number",
  str: "string",
  bool: "boolean",
  dict: "object",
  list: "array",
  tuple: "array",
};

/** Keywords at the root that OpenAI and Anthropic refuse there, and what goes with them. */
const refusedAtRoot: ReadonlySet<string> = new Set([
  ...["anyOf", "oneOf", "allOf", "not", "if", "then", "else", "enum", "const", "$ref"],
  ...["dependentSchemas", "dependentRequired", "dependencies"],
]);

/** A schema of arguments: an object with properties at its root, types where they can be told, items of every array. */
export function mendSchema(schema: JsonObject): JsonObject {
  return mendNode(mendRoot(schema), 0);
}

function mendRoot(schema: JsonObject): JsonObject {
  const root = withoutReference(schema);
  const rest = Object.fromEntries(Object.entries(root).filter(([key]) => !refusedAtRoot.has(key)));
  const choices = [...objectsOf(root["anyOf"]), ...objectsOf(root["oneOf"])].map(withoutReferenceIn(schema));
  const parts = objectsOf(root["allOf"]).map(withoutReferenceIn(schema));
  const all = [root, ...parts, ...choices];
  const properties = mergeProperties(all);
  const required = [...[root, ...parts].flatMap(requiredOf), ...requiredInEach(choices)];
  return {
    ...rest,
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
  };
}

/** A root that only points to a definition of its own. */
function withoutReference(schema: JsonObject): JsonObject {
  return withoutReferenceIn(schema)(schema);
}

function withoutReferenceIn(root: JsonObject): (node: JsonObject) => JsonObject {
  return (node) => {
    const path = typeof node["$ref"] === "string" ? /^#\/(\$defs|definitions)\/([^/]+)$/.exec(node["$ref"]) : null;
    const places = path === null ? null : root[path[1] ?? ""];
    const found = isObject(places) ? places[path?.[2] ?? ""] : null;
    return isObject(found) ? { ...found, ...node } : node;
  };
}

function mergeProperties(schemas: readonly JsonObject[]): JsonObject {
  const merged = new Map<string, unknown[]>();
  for (const { properties } of schemas) {
    if (!isObject(properties)) continue;
    for (const [name, value] of Object.entries(properties)) {
      const known = merged.get(name) ?? [];
      if (!known.some((one) => JSON.stringify(one) === JSON.stringify(value))) merged.set(name, [...known, value]);
    }
  }
  return Object.fromEntries(
    [...merged].map(([name, values]) => [name, values.length === 1 ? values[0] : { anyOf: values }]),
  );
}

function requiredOf({ required }: JsonObject): readonly string[] {
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === "string") : [];
}

function requiredInEach(choices: readonly JsonObject[]): readonly string[] {
  const [first, ...others] = choices.map(requiredOf);
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
}

/** `true`, `false` and what is no schema at all become "anything". */
function mendAny(value: unknown, level: number): JsonObject {
  return isObject(value) && level < mostLevels ? mendNode(value, level) : {};
}

function mendNode(node: JsonObject, level: number): JsonObject {
  const type = typeOf(node);
  const names = isObject(node["properties"]) ? safeNames(Object.keys(node["properties"])) : null;
  const mended = Object.entries(node).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (value === null || key === "type") return key === "type" && type !== undefined ? [[key, type]] : [];
    if (key === "properties" && isObject(value)) {
      return [
        [
          key,
          mapObject(
            value,
            (inner) => mendAny(inner, level + 1),
            (name) => names?.get(name) ?? name,
          ),
        ],
      ];
    }
    if (key === "required")
      return Array.isArray(value) ? [[key, requiredOf(node).map((name) => names?.get(name) ?? name)]] : [];
    if (key === "$defs" || key === "definitions") {
      return isObject(value) ? [[key, mapObject(value, (inner) => mendAny(inner, level + 1))]] : [];
    }
    if (key === "items") return [[key, itemsOf(value, level)]];
    if (key === "prefixItems") return [];
    if (key === "additionalProperties") return [[key, typeof value === "boolean" ? value : mendAny(value, level + 1)]];
    if (key === "anyOf" || key === "oneOf" || key === "allOf") {
      return Array.isArray(value) && value.length > 0 ? [[key, value.map((one) => mendAny(one, level + 1))]] : [];
    }
    return [[key, value]];
  });
  const lacksItems = allows(type, "array") && node["items"] === undefined;
  return {
    ...(type !== undefined && node["type"] === undefined ? { type } : {}),
    ...Object.fromEntries(mended),
    ...(lacksItems ? { items: itemsOf(node["prefixItems"], level) } : {}),
  };
}

/** One schema for all items, also where each place had its own. */
function itemsOf(value: unknown, level: number): JsonObject {
  if (!Array.isArray(value)) return mendAny(value, level + 1);
  const each = value.map((one) => mendAny(one, level + 1));
  return each.length === 1 ? (each[0] ?? {}) : each.length === 0 ? {} : { anyOf: each };
}

function allows(type: unknown, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

/** The type or types of a node; undefined where it has none and none can be told. */
function typeOf(node: JsonObject): unknown {
  const { type } = node;
  if (typeof type === "string") return types.has(type) ? type : otherTypes[type.toLowerCase()];
  if (Array.isArray(type)) {
    const known = type.filter((one) => types.has(one));
    return known.length > 1 ? known : known[0];
  }
  if (isObject(node["properties"])) return "object";
  if (node["items"] !== undefined || node["prefixItems"] !== undefined) return "array";
  const values = Array.isArray(node["enum"]) ? node["enum"] : [];
  return values.length > 0 && values.every((value) => typeof value === "string") ? "string" : undefined;
}

function mapObject(
  value: JsonObject,
  change: (inner: unknown) => unknown,
  rename: (name: string) => string = (name) => name,
): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [rename(name), change(inner)]));
}
