// Builds out/ from the sources.
import { build } from "vite";
import { warmCompileCache } from "./warm-cache.mjs";

await build({ configFile: "vite.config.main.ts", logLevel: "warn" });
await warmCompileCache();
