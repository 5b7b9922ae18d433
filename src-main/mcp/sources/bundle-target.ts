import { posix, win32 } from "node:path";
import type { BundleValues } from "../../../src-preload/contract/mcp-bundles.ts";
import { ownValue } from "../../../src-preload/contract/own-value.ts";
import type { BundleStart } from "./bundle-manifest.ts";

export interface BundlePlace {
  /** Where the bundle lies, or would. */
  readonly folder: string;
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
}

/** What is run, with everything in its place; what is not told is shown as `<key>`. Relative paths begin in the bundle. */
export function bundleTarget({ command, args }: BundleStart, place: BundlePlace, values: BundleValues) {
  const paths = place.platform === "win32" ? win32 : posix;
  const spelled = filled(command, place, values);
  const isInBundle = /[/\\]/.test(spelled) && !paths.isAbsolute(spelled) && !spelled.startsWith("~");
  return {
    kind: "command" as const,
    command: isInBundle ? paths.join(place.folder, spelled) : spelled,
    args: args.flatMap((word) => listed(word, values) ?? [filled(word, place, values)]),
    cwd: place.folder,
  };
}

/** The variables; one that names a setting that was not told is left out. */
export function bundleVariables(
  { env }: BundleStart,
  place: BundlePlace,
  values: BundleValues,
): Readonly<Record<string, string>> {
  const set = Object.entries(env).filter(([, value]) =>
    settingsIn(value).every((key) => ownValue(values, key) !== undefined),
  );
  return Object.fromEntries(set.map(([name, value]) => [name, filled(value, place, values)]));
}

/** The settings that a text names. */
export function settingsIn(word: string): readonly string[] {
  return [...word.matchAll(/\$\{user_config\.([^{}]+)\}/g)].map(([, key = ""]) => key);
}

/** A word that is nothing but a setting stands for as many words as that has. */
function listed(word: string, values: BundleValues): readonly string[] | null {
  const key = /^\$\{user_config\.([^{}]+)\}$/.exec(word)?.[1];
  const value = key === undefined ? undefined : ownValue(values, key);
  return Array.isArray(value) ? value.map(String) : null;
}

/** In one go: what a person enters is never read for further signs. */
function filled(word: string, { folder, userHome, platform }: BundlePlace, values: BundleValues): string {
  const paths = platform === "win32" ? win32 : posix;
  const places: Readonly<Record<string, string>> = {
    __dirname: folder,
    HOME: userHome,
    DESKTOP: paths.join(userHome, "Desktop"),
    DOCUMENTS: paths.join(userHome, "Documents"),
    DOWNLOADS: paths.join(userHome, "Downloads"),
    pathSeparator: paths.sep,
    "/": paths.sep,
  };
  return word.replace(/\$\{(user_config\.)?([^{}]+)\}/g, (whole, isSetting: string | undefined, key: string) => {
    if (isSetting === undefined) return ownValue(places, key) ?? whole;
    const value = ownValue(values, key);
    if (value === undefined) return `<${key}>`;
    return Array.isArray(value) ? value.join(",") : String(value);
  });
}

/** A standard value, with the places that it names. */
export function filledStandard(word: string, place: BundlePlace): string {
  return filled(word, place, {});
}
