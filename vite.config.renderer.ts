import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The window: a page for the served app and the desktop alike. Everything is local; nothing is inlined as script. */
export default defineConfig({
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
