import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

/** What `perch agent -m` needs until its first request; it lies in one file, since each more costs a start a millisecond. */
const startModule = fileURLToPath(new URL("src-main/cli/main.ts", import.meta.url));

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

const belongsToStart = createClosure(startModule);

/** The agent's side: the `perch` command and its worker threads, for plain Node. Native packages stay outside. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [commonJsFolder()],
  build: {
    ssr: true,
    outDir: "out/main",
    emptyOutDir: true,
    target: "node22",
    minify: false,
    sourcemap: false,
    rollupOptions: {
      input: {
        cli: "src-main/cli.ts",
        desktop: "src-main/desktop.ts",
        "database-worker": "src-main/storage/database-worker.ts",
        "pdf-worker": "src-main/tools/pdf-worker.ts",
      },
      // unpdf looks for fonts beside itself with import.meta and does without when it cannot.
      checks: { emptyImportMeta: false },
      external: ["better-sqlite3", "@napi-rs/keyring", "@vscode/ripgrep", "electron", /^node:/],
      output: {
        format: "cjs",
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name]-[hash].js",
        codeSplitting: {
          groups: [{ name: (id, graph) => (belongsToStart(id, graph) ? "start" : null), debugName: "start" }],
        },
      },
    },
  },
  ssr: { noExternal: true },
});
