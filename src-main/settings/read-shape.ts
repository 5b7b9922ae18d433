import { z } from "../../src-preload/contract/zod.ts";
import { isPlainObject } from "./merge-patch.ts";
import { nearestName } from "./nearest-name.ts";

type Plain = Readonly<Record<string, unknown>>;

/** A key that no setting has. It is kept and does nothing. */
export interface UnknownKey {
  /** The full path of the setting, with dots. */
  readonly field: string;
  /** The setting that was probably meant, by its name in the same place; null where none is like it. */
  readonly nearest: string | null;
}

export interface Shaped {
  /** Uses the schema's names, and drops null where the schema does not allow it. */
  readonly value: Plain;
  readonly unknown: readonly UnknownKey[];
}

/**
 * Settings as other tools of the kind write them: `max_tokens` and `Max-Tokens` are `maxTokens` unless that stands beside
 * them, and null where a setting is never null says that it is not set. Keys of records (names of providers, of servers) are
 * the person's own and stay as they are.
 */
export function readShape(value: Plain, schema: z.core.$ZodType): Shaped {
  const unknown: UnknownKey[] = [];
  const shaped = shape(value, schema, [], unknown);
  return { value: isPlainObject(shaped) ? shaped : {}, unknown };
}

/** Without regard to case, underscores and hyphens. */
export function plainKey(key: string): string {
  return key.replace(/[_-]/g, "").toLowerCase();
}

function shape(value: unknown, schema: z.core.$ZodType, at: readonly string[], unknown: UnknownKey[]): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: unknown, index) => shape(item, inner.element, [...at, String(index)], unknown));
  }
  if (!isPlainObject(value)) return value;
  if (inner instanceof z.ZodRecord) {
    return fromEntries(value, (key, item) => {
      if (item === null && !takesNull(inner.valueType)) return null;
      return [key, shape(item, inner.valueType, [...at, key], unknown)];
    });
  }
  return inner instanceof z.ZodObject ? shapeObject(value, inner.shape, at, unknown) : value;
}

function shapeObject(value: Plain, fields: z.core.$ZodShape, at: readonly string[], unknown: UnknownKey[]): Plain {
  const names = new Map(Object.keys(fields).map((name) => [plainKey(name), name]));
  return fromEntries(value, (key, item) => {
    const name = Object.hasOwn(fields, key) ? key : otherSpelling(key, value, names);
    const field = name === null ? undefined : fields[name];
    if (name === null || field === undefined) {
      unknown.push({ field: [...at, key].join("."), nearest: nearestName(key, Object.keys(fields)) });
      return [key, item];
    }
    if (item === null && !takesNull(field)) return null;
    return [name, shape(item, field, [...at, name], unknown)];
  });
}

/** The setting that a key names in another spelling; null where there is none, or where it stands there by its own name. */
function otherSpelling(key: string, beside: Plain, names: ReadonlyMap<string, string>): string | null {
  const name = names.get(plainKey(key));
  return name === undefined || Object.hasOwn(beside, name) ? null : name;
}

function fromEntries(value: Plain, entry: (key: string, item: unknown) => readonly [string, unknown] | null): Plain {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const made = entry(key, item);
      return made === null ? [] : [made];
    }),
  );
}

function takesNull(schema: z.core.$ZodType): boolean {
  return z.safeParse(schema, null).success;
}

/** The schema inside of defaults and optionals. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  while (
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodPrefault ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodExactOptional
  ) {
    inner = inner.unwrap();
  }
  return inner;
}
