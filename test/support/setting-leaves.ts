import { unwrap } from "../../src-main/settings/read-shape.ts";
import { settingsSchema } from "../../src-preload/contract/settings.ts";
import { z } from "../../src-preload/contract/zod.ts";

/** One setting of the schema. */
export interface SettingLeaf {
  /** `*` stands for the names that a user gives, as of a provider. */
  readonly path: readonly string[];
  /** A patch that changes it, and this one alone. */
  readonly patch: Readonly<Record<string, unknown>>;
}

/** What must stand beside an entry of these for it to be one. */
const beside: Readonly<Record<string, object>> = { prices: { input: 9, output: 9 } };
/** Values that one setting or the other takes. */
const candidates: readonly unknown[] = [
  ...[
    true,
    false,
    3,
    0.25,
    "made-up",
    "off",
    "plan",
    "brave",
    "proposed",
    "06:30",
    "skip",
    "client-credentials",
    "http://localhost:8123/callback",
    "title",
    2000,
    ["made-up"],
    ["made.example"],
    { made: "up" },
  ],
  ...[[{ above: 3, input: 1, output: 1 }]],
];

/** Every setting that the schema has. */
export const settingLeaves: readonly SettingLeaf[] = leavesOf(settingsSchema, []);

function leavesOf(schema: z.core.$ZodType, path: readonly string[]): readonly SettingLeaf[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) {
    return Object.entries(inner.shape).flatMap(([name, field]) => leavesOf(field, [...path, name]));
  }
  if (inner instanceof z.ZodRecord && unwrap(inner.valueType) instanceof z.ZodObject) {
    return leavesOf(inner.valueType, [...path, "*"]);
  }
  return [{ path, patch: patchOf(path, changed(schema, path)) }];
}

/** A value that the setting takes and that is not its default. */
function changed(schema: z.core.$ZodType, path: readonly string[]): unknown {
  const byDefault = JSON.stringify(z.safeParse(schema, undefined).data);
  const value = candidates.find((one) => z.safeParse(schema, one).success && JSON.stringify(one) !== byDefault);
  if (value === undefined) throw new Error(`no value is known for ${path.join(".")}`);
  return value;
}

function patchOf(path: readonly string[], value: unknown): Readonly<Record<string, unknown>> {
  const record = path[path.indexOf("*") - 1] ?? "";
  let patch: unknown = value;
  for (const name of path.toReversed()) {
    patch = name === "*" ? { made: { ...beside[record], ...Object(patch) } } : { [name]: patch };
  }
  return Object(patch);
}
