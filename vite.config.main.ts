import { defineConfig } from "vite";

/** The agent's side: the `perch` command and the database worker, for plain Node. Native packages stay outside. */
export default defineConfig({
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
        "database-worker": "src-main/storage/database-worker.ts",
      },
      external: ["better-sqlite3", "@vscode/ripgrep", /^node:/],
      output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
    },
  },
  ssr: { noExternal: true },
});
