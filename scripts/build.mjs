// Builds out/ from the sources: the agent's side, the preload script and the window.
import { fileURLToPath } from "node:url";
import { build } from "electron-vite";

await build({ configFile: fileURLToPath(new URL("../electron.vite.config.ts", import.meta.url)), logLevel: "error" });
