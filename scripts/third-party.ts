import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { completed, problemWith, type ThirdParty } from "./licences.ts";

/*
 * Whose code is in a build: the packages whose modules the build took in, those that it leaves to be loaded, and the fonts. Each
 * comes with its licence and the text of it.
 */

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** The folder of the package that a module of a build is of; null for a module of ours. */
export function packageFolderOf(module: string): string | null {
  const path = module.replace(/^\0/, "").replace(/\?.*$/, "").split(sep).join("/");
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null;
}

/** The folders of these packages and of all that they need, as Node finds them. What is not installed is for other systems. */
export function foldersOf(names: readonly string[], from: string): readonly string[] {
  const found = new Set<string>();
  const add = (name: string, above: string): void => {
    const folder = nearest(name, above);
    if (folder === null || found.has(folder)) return;
    found.add(folder);
    const { dependencies, optionalDependencies } = manifestIn(folder);
    for (const inner of Object.keys({ ...dependencies, ...optionalDependencies })) add(inner, folder);
  };
  for (const name of names) add(name, from);
  return [...found];
}

function nearest(name: string, above: string): string | null {
  for (let folder = above; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return candidate;
    if (dirname(folder) === folder) return null;
  }
}

const licenceFile = /^(?:licen[cs]e|copying|unlicense)(?:[.-].*)?$/i;

/** What a package says of itself, with its texts one after the other; notices of what it holds of others count too. */
function thirdPartyIn(folder: string): ThirdParty {
  const { name = basename(folder), version = "", license, licenses } = manifestIn(folder);
  const named =
    typeof license === "string" ? license : (license?.type ?? licenses?.map(({ type }) => type).join(" OR "));
  const files = readdirSync(folder).filter((file) => licenceFile.test(file) || /^notices?(?:\.|$)/i.test(file));
  const texts = files.toSorted().map((file) => readFileSync(join(folder, file), "utf8").trim());
  return { name, version, licence: named ?? "", text: texts.join("\n\n") };
}

/** The packages in these folders, each once, in the order of their names. */
export function thirdPartiesIn(folders: Iterable<string>): readonly ThirdParty[] {
  const all = [...folders].map(thirdPartyIn).map(completed);
  const once = new Map(all.map((one) => [`${one.name}@${one.version}`, one]));
  return [...once.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

/** Fonts lie among the sources, each with its licence. */
function fonts(root: string): readonly ThirdParty[] {
  const folder = join(root, "src-renderer/theme/fonts");
  return ["Inter", "JetBrainsMono"].map((name) => ({
    name,
    version: "",
    licence: "OFL-1.1",
    text: readFileSync(join(folder, `OFL-${name}.txt`), "utf8").trim(),
  }));
}

/** Where a build has the list, from the project's folder. */
export const listPath = "out/third-party.json";

/** Writes the list of a build of the project in `root`. Throws, with every reason, where one of them may not be carried. */
export function writeThirdParties(folders: Iterable<string>, root: string): void {
  const path = join(root, listPath);
  mkdirSync(dirname(path), { recursive: true });
  const packages = [...thirdPartiesIn(folders), ...fonts(root)];
  const problems = packages.map(problemWith).filter((problem) => problem !== null);
  if (problems.length > 0) throw new Error(`A package cannot be carried (scripts/licences.ts): ${problems.join("; ")}`);
  writeFileSync(path, `${JSON.stringify({ packages })}\n`);
}
