import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { providerSettingsSchema, settingsSchema } from "../../src-preload/contract/settings.ts";
import { isPlainObject, mergePatch } from "./merge-patch.ts";
import { maxLevels } from "./nesting.ts";
import { plainKey } from "./read-shape.ts";

type Plain = Readonly<Record<string, unknown>>;

const prefix = "PERCH_";
/** Read by the host itself. */
const notSettings = new Set(["PERCH_HOME", "PERCH_DEBUG", "PERCH_SECRETS"]);

/** One variable that stands over a setting. */
interface Override {
  /** The variable, as it is spelled. */
  readonly name: string;
  /** The setting, a part a level. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/** What the environment lays over config.json. */
export interface EnvironmentPatch {
  readonly patch: Plain;
  /** The variable that sets a field (or something in it), by the field's name with dots; null where none does. */
  variableOf(field: string): string | null;
}

/**
 * `PERCH_AGENTS__DEFAULTS__MODEL=x` becomes `{agents: {defaults: {model: "x"}}}`. Names match without regard to case and
 * underscores inside a part.
 */
export function environmentPatch(env: Readonly<Record<string, string | undefined>>): EnvironmentPatch {
  const overrides = readOverrides(env);
  return {
    patch: overrides.reduce<Plain>((patch, { path, value }) => mergePatch(patch, nest(path, value)), {}),
    variableOf(field) {
      const setting = (path: readonly string[]): string => path.join(".");
      return overrides.find(({ path }) => `${field}.`.startsWith(`${setting(path)}.`))?.name ?? null;
    },
  };
}

function readOverrides(env: Readonly<Record<string, string | undefined>>): readonly Override[] {
  const given = Object.entries(env).filter(([name]) => name.startsWith(prefix) && !notSettings.has(name));
  if (given.length === 0) return [];
  const defaults = settingsSchema.parse({});
  const names = canonicalNames(defaults);
  return given.flatMap(([name, value]) => {
    const parts = name.slice(prefix.length).split("__");
    if (value === undefined || parts.length < 2 || parts.length > maxLevels || parts.includes("")) return [];
    const path = parts.map((part) => names.get(plainKey(part)) ?? part.toLowerCase());
    return [{ name, path, value: cast(value, defaultAt(defaults, path)) }];
  });
}

function canonicalNames(defaults: Plain): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const collect = (keys: readonly string[]): void => {
    for (const key of keys) names.set(plainKey(key), key);
  };
  const walk = (value: unknown): void => {
    if (!isPlainObject(value)) return;
    collect(Object.keys(value));
    Object.values(value).forEach(walk);
  };
  walk(defaults);
  collect(Object.keys(providerSettingsSchema.shape));
  return names;
}

function defaultAt(defaults: Plain, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isPlainObject(value) ? value[key] : undefined), defaults);
}

/**
 * Where the default is a text, or there is none, the value stays one; lists and objects are given as JSON, and stay a text
 * where they are too deep.
 */
function cast(value: string, byDefault: unknown): unknown {
  if (/^[[{]/.test(value)) return parseJson(value);
  if (typeof byDefault === "string" || byDefault === undefined) return value;
  if (value === "true" || value === "false") return value === "true";
  if (value === "null") return null;
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

function parseJson(value: string): unknown {
  try {
    return parseBoundedJson(value);
  } catch (cause) {
    if (cause instanceof SyntaxError) return value;
    throw cause;
  }
}

function nest(path: readonly string[], value: unknown): Plain {
  const [first = "", ...rest] = path;
  return { [first]: rest.length === 0 ? value : nest(rest, value) };
}
