import { isObject, type JsonObject } from "../json.ts";

/** What Anthropic takes for the name of a property, the narrowest of all. */
const takenByAll = /^[a-zA-Z0-9_.-]{1,64}$/;
const mostChars = 64;

/** For each name one that every provider takes; no two are the same. Names that are taken as they are stay. */
export function safeNames(names: readonly string[]): ReadonlyMap<string, string> {
  const used = new Set(names.filter((name) => takenByAll.test(name)));
  return new Map(
    names.map((name) => {
      if (takenByAll.test(name)) return [name, name];
      const plain = name.replace(/[^a-zA-Z0-9_.-]+/g, "_").slice(0, mostChars - 4) || "_";
      let safe = plain;
      for (let number = 2; used.has(safe); number++) safe = `${plain}_${number}`;
      used.add(safe);
      return [name, safe];
    }),
  );
}

/** Arguments as the tool knows them: safe names back to its own, at every level that the schema describes. */
export function ownNames(args: JsonObject, schema: JsonObject): JsonObject {
  const restored = restore(args, schema);
  return isObject(restored) ? restored : args;
}

function restore(value: unknown, schema: unknown): unknown {
  if (!isObject(schema)) return value;
  if (Array.isArray(value)) return value.map((item) => restore(item, schema["items"]));
  const { properties } = schema;
  if (!isObject(value) || !isObject(properties)) return value;
  const own = new Map([...safeNames(Object.keys(properties))].map(([name, safe]) => [safe, name]));
  return Object.fromEntries(
    Object.entries(value).map(([safe, inner]) => {
      const name = own.get(safe) ?? safe;
      return [name, restore(inner, properties[name])];
    }),
  );
}
