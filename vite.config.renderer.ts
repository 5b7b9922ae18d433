import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The one for browsers lets the page read markup to learn what `&amp;` is, and the page takes no plain text as markup. */
const entities = fileURLToPath(new URL("node_modules/decode-named-character-reference/index.js", import.meta.url));

/** The window: a page for the served app and the desktop alike. Everything is local; nothing is inlined as script. */
export default defineConfig({
  resolve: { alias: { "decode-named-character-reference": entities } },
  root: fileURLToPath(new URL("src-renderer", import.meta.url)),
  base: "./",
  plugins: [react()],
  build: {
    outDir: "../out/renderer",
    emptyOutDir: true,
    target: "chrome120",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
