// Types, format and lint, import table: what needs no running of the product.
import { runTool } from "./run.ts";

const checks = [
  ["tsc", ["--noEmit"]],
  ["tsc", ["--noEmit", "-p", "tsconfig.renderer.json"]],
  ["biome", ["check", "--error-on-warnings", "."]],
];
for (const [tool, args] of checks) {
  const status = await runTool(tool, args);
  if (status !== 0) process.exit(status);
}
