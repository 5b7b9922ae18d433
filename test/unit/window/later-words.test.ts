import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { isOfFirstPage, isOfLaterPage } from "../../../src-preload/contract/word-sides.ts";

/* A sentence that comes with a later part may be said by nothing that is there before: its key would be seen instead. */

const root = join(import.meta.dirname, "../../..");
const catalogue: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(root, "resources/locales/en.json"), "utf8"),
);
const laterKeys = Object.keys(catalogue).filter(isOfLaterPage);
const later = "src-renderer/ui/later-words.ts";

const imported = /^(?:import|export)\s+(?!type\b)[^;]*?["'](\.[^"']+\.tsx?)["'];/gms;
const fetched = /\bimport\(\s*["'](\.[^"']+\.tsx?)["']\s*\)/g;

function source(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function importsOf(file: string, pattern: RegExp): readonly string[] {
  return [...source(file).matchAll(pattern)].map(([, path = ""]) =>
    relative(root, join(root, dirname(file), path)).replaceAll("\\", "/"),
  );
}

/** A file and all that it imports before it runs. */
function closureOf(entry: string): ReadonlySet<string> {
  const files = new Set([entry]);
  for (const file of files) for (const path of importsOf(file, imported)) files.add(path);
  return files;
}

/** The later keys that a file may say; one that is put together counts for all that begin so. */
function laterKeysIn(file: string): readonly string[] {
  return [...source(file).matchAll(/["`]([a-zA-Z]+\.[\w.]*)(["`]|\$\{)/g)].flatMap(([, start = "", end = ""]) =>
    laterKeys.filter((key) => (end === "${" ? key.startsWith(start) : key === start)),
  );
}

const first = closureOf("src-renderer/main.tsx");

it("nothing that the first paint needs says a sentence that comes later", () => {
  expect(first.size).toBeGreaterThan(100);
  expect(laterKeys.length).toBeGreaterThan(100);
  const said = [...first].flatMap((file) => laterKeysIn(file).map((key) => `${file}: ${key}`));
  expect(said).toEqual([]);
});

it("each later part that says such a sentence brings them along", () => {
  const parts = [...first].flatMap((file) => importsOf(file, fetched));
  const bare = [...new Set(parts)].filter((part) => {
    const files = [...closureOf(part)].filter((file) => !first.has(file));
    return !files.includes(later) && files.some((file) => laterKeysIn(file).length > 0);
  });
  expect(bare).toEqual([]);
  expect(isOfFirstPage("action.again")).toBe(true);
});
