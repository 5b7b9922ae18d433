import { execFileSync } from "node:child_process";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import type { Plugin } from "vite";
import { collectPackages } from "./scripts/collect-packages.ts";
import { nativePackages } from "./scripts/native-packages.ts";
import { isOfAgent, isOfFirstPage, isOfLaterPage } from "./src-preload/contract/word-sides.ts";

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const root = pathOf(".");

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Everything that is loaded with a module: what it imports statically, and so on. */
function createClosure(entry: string): (id: string, graph: ModuleGraph) => boolean {
  let closure: Set<string> | null = null;
  return (id, graph) => {
    if (closure === null) {
      closure = new Set([entry]);
      for (const module of closure) {
        for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) closure.add(imported);
      }
    }
    return closure.has(id);
  };
}

/** The output is CommonJS although the package is not: Node loads it without its module loader for the web's kind. */
function commonJsFolder(): Plugin {
  return {
    name: "commonjs-folder",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "commonjs" }\n' });
    },
  };
}

/** The schemas of the tools are made here, and not in each start. */
function toolSchemas(): Plugin {
  return {
    name: "tool-schemas",
    enforce: "pre",
    load(id) {
      if (!id.endsWith("/src-main/tools/built-schemas.ts")) return null;
      const schemas = execFileSync(process.execPath, [pathOf("scripts/tool-schemas.ts")], { encoding: "utf8" });
      // As a text it is read in a third of the time.
      return { code: `export const builtSchemas = JSON.parse(${JSON.stringify(schemas)});`, map: null };
    },
  };
}

/** A side carries the sentences that it says itself; `?later` has those that come with later parts of the page. */
function wordsOf(isOfSide: (key: string) => boolean, isOfLaterPart: (key: string) => boolean = () => false): Plugin {
  let isServed = false;
  return {
    name: "words-of-side",
    configResolved({ command }) {
      isServed = command === "serve";
    },
    // Before it is made a module.
    enforce: "pre",
    transform(json, id) {
      const found = /\/resources\/locales\/en\.json(\?later)?$/.exec(id);
      if (found === null) return null;
      const sentences: Readonly<Record<string, string>> = JSON.parse(json);
      const said = Object.entries(sentences).filter(([key]) =>
        (found[1] === undefined ? isOfSide : isOfLaterPart)(key),
      );
      const code = JSON.stringify(Object.fromEntries(said));
      // To the build a name with a question mark in it is not known as JSON; the server of development knows it.
      return found[1] === undefined || isServed
        ? { code, map: null }
        : { code: `export default ${code};`, moduleType: "js", map: null };
    },
  };
}

/** What `perch agent -m` needs until its first request; it lies in one file, since each more costs a start a millisecond. */
const belongsToStart = createClosure(pathOf("src-main/cli/main.ts"));

/** The one for browsers lets the page read markup to learn what `&amp;` is, and the page takes no plain text as markup. */
const entities = pathOf("node_modules/decode-named-character-reference/index.js");

const native = [...nativePackages, "electron", /^node:/];

/** Every package, by its name; `C:\\…` is none, and what the compiler helps itself with is not installed. */
const packages = /^(?!@oxc-project\/)[@a-z](?!:)/i;

const agentPlugins = [commonJsFolder(), wordsOf(isOfAgent)];

/** Of `serve`, which is the loop of development, the agent's side takes its packages from node_modules: sooner built anew. */
export default defineConfig(({ command }) => ({
  /** The agent's side: the `perch` command and its worker threads, for plain Node. Native packages stay outside. */
  main: {
    root: pathOf("."),
    plugins: command === "build" ? [...agentPlugins, toolSchemas(), collectPackages(root)] : agentPlugins,
    build: {
      outDir: pathOf("out/main"),
      emptyOutDir: true,
      target: "node22",
      minify: false,
      sourcemap: false,
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          cli: pathOf("src-main/cli.ts"),
          desktop: pathOf("src-main/desktop.ts"),
          "database-worker": pathOf("src-main/storage/database-worker.ts"),
          "pdf-worker": pathOf("src-main/tools/pdf-worker.ts"),
          "sandbox-host": pathOf("src-main/sandbox/sandbox-host.ts"),
          "page-worker": pathOf("src-main/tools/page-worker.ts"),
        },
        // unpdf looks for fonts beside itself with import.meta and does without when it cannot.
        checks: { emptyImportMeta: false },
        external: command === "serve" ? packages : native,
        output: {
          format: "cjs",
          // V8 keeps a file with one letter outside of Latin-1 at two bytes a letter.
          charset: "ascii",
          entryFileNames: "[name].js",
          chunkFileNames: "chunks/[name]-[hash].js",
          // They are a seventh of what a start reads; names and lines stay, so that a stack trace can be read.
          comments: { jsdoc: false, annotation: false, legal: true },
          codeSplitting: {
            groups: [{ name: (id, graph) => (belongsToStart(id, graph) ? "start" : null), debugName: "start" }],
          },
        },
      },
    },
  },
  /** The preload script of the desktop's window: one CommonJS file, as a sandboxed window wants it. */
  preload: {
    root: pathOf("."),
    build: {
      outDir: pathOf("out/preload"),
      emptyOutDir: true,
      target: "node22",
      minify: false,
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: "src-preload/preload.ts" },
        external: ["electron"],
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  /** The window: a page for the served app and the desktop alike. Everything is local; nothing is inlined as script. */
  renderer: {
    resolve: {
      alias: {
        "decode-named-character-reference": entities,
        "@ungap/structured-clone": pathOf("src-renderer/ui/markdown/structured-clone.ts"),
      },
    },
    root: pathOf("src-renderer"),
    base: "./",
    plugins: [react(), wordsOf(isOfFirstPage, isOfLaterPage), collectPackages(root)],
    // Told in the page as `step-row_title`: sheet and class.
    css: { modules: { generateScopedName: (name, file) => `${basename(file, ".module.css")}_${name}` } },
    build: {
      outDir: pathOf("out/renderer"),
      emptyOutDir: true,
      target: "chrome120",
      // electron-vite would minify neither.
      minify: "oxc",
      cssMinify: "lightningcss",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index: pathOf("src-renderer/index.html"), quick: pathOf("src-renderer/quick.html") },
      },
    },
  },
}));
