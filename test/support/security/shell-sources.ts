import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** What the check of the shell looks at: texts by their paths from the project's folder. A test breaks one of them. */
export type ShellSources = ReadonlyMap<string, string>;

const files = [
  "src-main/desktop.ts",
  "src-main/serve/page-headers.ts",
  "packaging/builder.ts",
  "package.json",
  "package-lock.json",
];
const folders = ["src-main/desktop", "src-preload", "src-renderer"];

export function readShell(): ShellSources {
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:tsx?|html)$/.test(name) && !name.startsWith("contract"))
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
  );
  return new Map([...files, ...found].map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** One text of it, as it is; throws where it is gone, for then a point would pass by looking at nothing. */
export function textOf(shell: ShellSources, path: string): string {
  const text = shell.get(path);
  if (text === undefined) throw new Error(`the check of the shell does not find ${path}`);
  return text;
}

/** The code of all files below these folders or with these names, without comments. */
export function codeOf(shell: ShellSources, ...places: readonly string[]): string {
  return codesOf(shell, ...places).join("\n");
}

/** The same, file by file. */
export function codesOf(shell: ShellSources, ...places: readonly string[]): readonly string[] {
  return [...shell]
    .filter(([path]) => places.some((place) => path === place || path.startsWith(`${place}/`)))
    .map(([, text]) => withoutComments(text));
}

/** Most texts are the same in each of a test's shells. */
const known = new Map<string, string>();

function withoutComments(text: string): string {
  const code = known.get(text) ?? text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
  known.set(text, code);
  return code;
}

/** The pages themselves. */
export function htmlOf(shell: ShellSources): readonly string[] {
  const pages = [...shell].filter(([path]) => path.endsWith(".html")).map(([, text]) => text);
  if (pages.length === 0) throw new Error("the check of the shell finds no page");
  return pages;
}

export function countOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(new RegExp(pattern.source, "g"))].length;
}
