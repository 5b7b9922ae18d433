import { maxJsonDepth } from "../../src-preload/contract/bounded-json.ts";

/** An object of JSON whose fields nobody has looked at. */
export type Fields = Readonly<Record<string, unknown>>;

/** Null for everything else, lists too. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isTruth(value: unknown): value is boolean {
  return typeof value === "boolean";
}

/** Those of the named fields that are what they should be; the others count as absent. */
export function pick(fields: Fields, names: readonly string[], isRight: (value: unknown) => boolean): Fields {
  return Object.fromEntries(names.flatMap((name) => (isRight(fields[name]) ? [[name, fields[name]]] : [])));
}

/** Without the fields that are null: servers write null for what they have not. */
export function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

/**
 * Whether lists and objects lie at most so deep in each other. JSON.parse takes any depth; what walks the value afterwards
 * calls itself once a level, as this does, which therefore looks no deeper than that.
 */
export function isShallow(value: unknown, levels: number = maxJsonDepth): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
