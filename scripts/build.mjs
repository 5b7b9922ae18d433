// Builds out/ from the sources: the agent's side and the window.
import { build } from "vite";

await build({ configFile: "vite.config.main.ts", logLevel: "warn" });
await build({ configFile: "vite.config.renderer.ts", logLevel: "warn" });
