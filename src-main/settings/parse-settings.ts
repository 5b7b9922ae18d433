import { type ParseError, parse } from "jsonc-parser";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { type Settings, settingsSchema } from "../../src-preload/contract/settings.ts";
import { text } from "../words.ts";
import { environmentPatch } from "./environment-patch.ts";
import { isPlainObject, mergePatch } from "./merge-patch.ts";
import { isTextTooDeep, maxLevels } from "./nesting.ts";
import { readShape, type UnknownKey } from "./read-shape.ts";
import { syntaxWords } from "./syntax-words.ts";

type Plain = Readonly<Record<string, unknown>>;
type Environment = Readonly<Record<string, string | undefined>>;

export interface ParsedSettings {
  /** As written in the file, `${NAME}` and unknown keys kept; a setting in another spelling stands under its own name. */
  readonly raw: Plain;
  /** In force: environment read in, overrides applied, defaults filled in. */
  readonly settings: Settings;
  /** Keys of the file and of the environment that no setting has. */
  readonly unknown: readonly UnknownKey[];
}

/** What keeps settings from being in force. */
export type SettingsProblem =
  | { readonly kind: "wrong-value"; readonly field: string; readonly reason: string }
  /** The value came from this variable of the environment. */
  | { readonly kind: "wrong-variable"; readonly field: string; readonly name: string; readonly reason: string }
  | { readonly kind: "missing-variable"; readonly field: string; readonly name: string };

interface InForce {
  readonly settings: Settings;
  readonly unknown: readonly UnknownKey[];
}

function badSettings(message: string): { readonly ok: false; readonly error: ContractError } {
  return fail(contractError("bad-settings", message));
}

/** Reads the text of config.json. One error, with line and column or the name of the field. */
export function parseSettings(content: string, env: Environment, path: string): Result<ParsedSettings, ContractError> {
  const written = parseJson(content.replace(/^\uFEFF/, ""), path);
  if (!written.ok) return written;
  const raw = readShape(written.value, settingsSchema).value;
  const inForce = settingsInForce(written.value, env);
  if (inForce.ok) return ok({ raw, ...inForce.value });
  const { kind, ...values } = inForce.error;
  return badSettings(text(fileSentences[kind], { path, ...values }));
}

const fileSentences = {
  "wrong-value": "settings.invalid",
  "wrong-variable": "settings.invalidVariable",
  "missing-variable": "settings.missingVariable",
} as const;

/** What the content of config.json means in this environment. */
export function settingsInForce(raw: Plain, env: Environment): Result<InForce, SettingsProblem> {
  const expanded = expandVariables(raw, env, []);
  if (!expanded.ok) return fail({ kind: "missing-variable", ...expanded.error });
  const { patch, variableOf } = environmentPatch(env);
  const file = isPlainObject(expanded.value) ? readShape(expanded.value, settingsSchema) : { value: {}, unknown: [] };
  const parsed = settingsSchema.safeParse(mergePatch(file.value, patch));
  if (parsed.success) {
    return ok({ settings: parsed.data, unknown: [...file.unknown, ...readShape(patch, settingsSchema).unknown] });
  }
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") ?? "";
  const reason = issue?.message ?? "";
  const name = variableOf(field);
  return fail(name === null ? { kind: "wrong-value", field, reason } : { kind: "wrong-variable", field, name, reason });
}

function parseJson(content: string, path: string): Result<Plain, ContractError> {
  if (content.trim() === "") return ok({});
  if (content.includes("\u0000")) return badSettings(text("settings.notUtf8", { path }));
  if (isTextTooDeep(content)) return badSettings(text("settings.tooDeep", { path, limit: maxLevels }));
  const errors: ParseError[] = [];
  const value: unknown = parse(content, errors, { disallowComments: false, allowTrailingComma: true });
  const first = errors[0];
  if (first !== undefined) {
    const before = content.slice(0, first.offset).split("\n");
    const line = before.length;
    const column = (before.at(-1)?.length ?? 0) + 1;
    const reason = syntaxWords(first.error);
    return badSettings(text("settings.syntax", { path, line, column, reason }));
  }
  return isPlainObject(value) ? ok(value) : badSettings(text("settings.notObject", { path }));
}

type Missing = { readonly field: string; readonly name: string };

function expandVariables(value: unknown, env: Environment, at: readonly string[]): Result<unknown, Missing> {
  if (typeof value === "string") return expandText(value, env, at);
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const [index, item] of value.entries()) {
      const expanded = expandVariables(item, env, [...at, String(index)]);
      if (!expanded.ok) return expanded;
      items.push(expanded.value);
    }
    return ok(items);
  }
  if (!isPlainObject(value)) return ok(value);
  const fields: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key === "__proto__") continue;
    const expanded = expandVariables(inner, env, [...at, key]);
    if (!expanded.ok) return expanded;
    fields[key] = expanded.value;
  }
  return ok(fields);
}

function expandText(value: string, env: Environment, at: readonly string[]): Result<string, Missing> {
  let missing: string | null = null;
  const expanded = value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => {
    const found = env[name];
    if (found === undefined) missing ??= name;
    return found ?? whole;
  });
  return missing === null ? ok(expanded) : fail({ field: at.join("."), name: missing });
}
