// Types, format and lint, import table: what needs no running of the product.
import { run } from "./run.mjs";

await run("tsc", ["--noEmit"]);
await run("tsc", ["--noEmit", "-p", "tsconfig.renderer.json"]);
await run("biome", ["check", "--error-on-warnings", "."]);
