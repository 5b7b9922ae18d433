import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** The preload script of the desktop's window: one CommonJS file, as a sandboxed window wants it. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  build: {
    ssr: true,
    outDir: "out/preload",
    emptyOutDir: true,
    target: "node22",
    minify: false,
    rollupOptions: {
      input: { preload: "src-preload/preload.ts" },
      external: ["electron"],
      output: { format: "cjs", entryFileNames: "[name].cjs" },
    },
  },
  ssr: { noExternal: true },
});
