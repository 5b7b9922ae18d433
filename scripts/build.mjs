// Builds out/ from the sources.
import { build } from "vite";

await build({ configFile: "vite.config.main.ts", logLevel: "warn" });
