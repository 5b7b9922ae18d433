import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";

/*
 * A class is a name that nothing but this checks: TypeScript takes every name of a module for a string, and the browser
 * passes over a class that no sheet knows. So both ways: what is used is there, and what is there is used.
 */

const root = join(import.meta.dirname, "../../..");
/** Classes that a library gives to what it draws. */
const foreign = /^(hljs-|language-|task-list-item$)/;

function filesBelow(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

const sources = filesBelow("src-renderer", /\.tsx?$/).map((file) => ({ file, text: read(file) }));
const modules = filesBelow("src-renderer", /\.module\.css$/).map((file) => ({ file, ...classesOf(read(file)) }));
const theme = new Set(filesBelow("src-renderer/theme", /\.css$/).flatMap((file) => [...classesOf(read(file)).own]));

/** The classes in the selectors of a sheet: its own, and those of the theme that it names with `:global()`. */
function classesOf(sheet: string): { readonly own: ReadonlySet<string>; readonly shared: ReadonlySet<string> } {
  const selectors = sheet.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{};]*)\{/g);
  const own = new Set<string>();
  const shared = new Set<string>();
  for (const [, selector = ""] of selectors) {
    if (selector.trim().startsWith("@")) continue;
    for (const [, inner = ""] of selector.matchAll(/:global\(([^)]*)\)/g)) addNames(inner, shared);
    addNames(selector.replace(/:global\([^)]*\)/g, ""), own);
  }
  return { own, shared };
}

function addNames(selector: string, names: Set<string>): void {
  for (const [, name = ""] of selector.matchAll(/\.([a-zA-Z][\w-]*)/g)) names.add(name);
}

interface StyleImport {
  readonly file: string;
  readonly sheet: string;
  /** Classes that are taken from it. */
  readonly names: readonly string[];
  /** Uses that name no class, so that nobody can tell which it is. */
  readonly others: number;
}

function importsOf({ file, text }: (typeof sources)[number]): readonly StyleImport[] {
  return [...text.matchAll(/^import (\w+) from "([^"]+\.module\.css)";$/gm)].map(([whole, alias = "", path = ""]) => {
    const rest = text.replace(whole, "");
    const names = [...rest.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, "g"))].map(([, name = ""]) => name);
    const others = [...rest.matchAll(new RegExp(`\\b${alias}\\b`, "g"))].length - names.length;
    return { file, sheet: join(dirname(file), path).split(sep).join("/"), names, others };
  });
}

function isKnown(name: string): boolean {
  return theme.has(name) || foreign.test(name);
}

/** Words that are given to `className` as they stand; what is only compared with is none. */
function plainClassesOf(text: string): readonly string[] {
  return [...text.matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)].flatMap(([, whole, expression]) => {
    if (whole !== undefined) return wordsOf(whole);
    const compared = (expression ?? "").replace(/[!=]==? "[^"]*"|\("[^"]*"\)/g, "");
    const quoted = [...compared.matchAll(/"([^"]*)"/g)].map(([, words = ""]) => words);
    const templates = [...compared.matchAll(/`([^`]*)`/g)].map(([, words = ""]) => words.replace(/\$\{[^}]*\}/g, " "));
    return [...quoted, ...templates.filter((words) => !words.includes('"'))].flatMap(wordsOf);
  });
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

const imports = sources.flatMap(importsOf);

describe("the sheets of the window", () => {
  it("have every class that a component takes from them", () => {
    const unknown = imports.flatMap(({ file, sheet, names, others }) => {
      const own = modules.find((module) => module.file === sheet)?.own ?? new Set<string>();
      const missing = names.filter((name) => !own.has(name));
      return [...missing.map((name) => `${file}: ${name}`), ...(others > 0 ? [`${file}: a use without a name`] : [])];
    });
    expect(unknown).toEqual([]);
  });

  it("have no class that no component takes", () => {
    const unused = modules.flatMap(({ file, own }) => {
      const used = new Set(imports.filter(({ sheet }) => sheet === file).flatMap(({ names }) => names));
      return [...own].filter((name) => !used.has(name)).map((name) => `${file}: ${name}`);
    });
    expect(unused).toEqual([]);
  });

  it("have names of their own, for a class is told in the page by its sheet's name", () => {
    const names = modules.map(({ file }) => basename(file));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe("the classes of the theme", () => {
  it("are all that is used as plain words", () => {
    const plain = sources.flatMap(({ file, text }) => plainClassesOf(text).map((name) => ({ file, name })));
    expect(plain.length).toBeGreaterThan(100);
    expect(plain.filter(({ name }) => !isKnown(name))).toEqual([]);
    const named = modules.flatMap(({ file, shared }) => [...shared].map((name) => ({ file, name })));
    expect(named.filter(({ name }) => !isKnown(name))).toEqual([]);
  });

  it("are all used", () => {
    const strings = sources.flatMap(({ text }) =>
      [...text.matchAll(/["`]([^"`]*)["`]/g)].map(([, words = ""]) => words),
    );
    const words = new Set(strings.flatMap((one) => wordsOf(one.replace(/\$\{[^}]*\}/g, " "))));
    expect([...theme].filter((name) => !words.has(name))).toEqual([]);
  });
});
