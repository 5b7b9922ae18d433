import { posix, win32 } from "node:path";
import { type ContractError, contractError } from "../../../src-preload/contract/errors.ts";
import type { BundleSetting, BundleValues } from "../../../src-preload/contract/mcp-bundles.ts";
import { ownValue } from "../../../src-preload/contract/own-value.ts";
import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import { text } from "../../words.ts";
import { fromHome } from "../lent-folders.ts";
import type { ManifestSetting } from "./bundle-manifest.ts";
import { type BundlePlace, filledStandard } from "./bundle-target.ts";

type Manifested = Readonly<Record<string, ManifestSetting>>;

const kinds = { string: "text", number: "number", boolean: "switch", directory: "folder", file: "file" } as const;

export function shownSettings(settings: Manifested, place: BundlePlace): readonly BundleSetting[] {
  return Object.entries(settings).map(([key, one]) => ({
    key,
    title: one.title ?? key,
    description: one.description ?? "",
    kind: kinds[one.type],
    isList: one.multiple === true && (one.type === "directory" || one.type === "file"),
    isSecret: one.sensitive === true,
    isRequired: one.required === true,
    standard: standardOf(one, place),
  }));
}

function standardOf({ default: given }: ManifestSetting, place: BundlePlace): BundleSetting["standard"] {
  if (given === undefined) return null;
  if (Array.isArray(given)) return given.map((word) => filledStandard(word, place));
  return typeof given === "string" ? filledStandard(given, place) : given;
}

/**
 * Of each setting what the person entered, else its standard value; what is neither is left out. `kept`: what was entered before
 * and stays where it is left empty.
 */
export function checkedValues(
  settings: Manifested,
  given: BundleValues,
  { place, kept }: { readonly place: BundlePlace; readonly kept: ReadonlySet<string> },
): Result<BundleValues, ContractError> {
  const checked: Record<string, BundleValues[string]> = {};
  for (const [key, one] of Object.entries(settings)) {
    const entered = ownValue(given, key);
    const value = isEmpty(entered) ? standardOf(one, place) : entered;
    const name = one.title ?? key;
    if (value === null || isEmpty(value)) {
      if (one.required === true && !kept.has(key)) return wrong(key, text("mcp.bundle.needed", { name }));
      continue;
    }
    const clean = cleanValue(one, value as BundleValues[string], place);
    if (clean === null) return wrong(key, text(`mcp.bundle.bad.${one.type}`, { name }));
    const range = rangeProblem(one, clean, name);
    if (range !== null) return wrong(key, range);
    checked[key] = clean;
  }
  return ok(checked);
}

function wrong(field: string, message: string): Result<never, ContractError> {
  return fail(contractError("invalid-input", message, { field }));
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return value === undefined || (typeof value === "string" && value.trim() === "");
}

/** Null for what is not of the kind that is wanted. */
function cleanValue(
  one: ManifestSetting,
  value: BundleValues[string],
  place: BundlePlace,
): BundleValues[string] | null {
  switch (one.type) {
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "number": {
      const number = typeof value === "string" ? Number(value.trim()) : value;
      return typeof number === "number" && Number.isFinite(number) ? number : null;
    }
    case "string":
      return Array.isArray(value) || typeof value === "boolean" || String(value).includes("\0") ? null : String(value);
    case "directory":
    case "file":
      return cleanPaths(one, value, place);
  }
}

function cleanPaths(
  one: ManifestSetting,
  value: BundleValues[string],
  place: BundlePlace,
): BundleValues[string] | null {
  const { isAbsolute } = place.platform === "win32" ? win32 : posix;
  const given = (Array.isArray(value) ? value : [String(value)]).filter((path) => path.trim() !== "");
  const whole = given.map((path) => fromHome(path.trim(), place.userHome));
  if (!whole.every((path) => isAbsolute(path) && !path.includes("\0"))) return null;
  if (one.multiple === true) return whole;
  return whole.length === 1 ? (whole[0] ?? null) : null;
}

function rangeProblem({ min, max }: ManifestSetting, value: BundleValues[string], name: string): string | null {
  if (typeof value !== "number") return null;
  if (min !== undefined && value < min) return text("mcp.bundle.tooSmall", { name, least: min });
  return max !== undefined && value > max ? text("mcp.bundle.tooBig", { name, most: max }) : null;
}
