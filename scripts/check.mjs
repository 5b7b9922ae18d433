// What needs no running of the product: types, format and lint (with the length of functions and cycles of imports),
// exports that nobody imports, and code that was written twice.
import { runTool } from "./run.ts";

const checks = [
  ["tsc", ["--noEmit"]],
  ["tsc", ["--noEmit", "-p", "tsconfig.renderer.json"]],
  ["biome", ["check", "--error-on-warnings", "."]],
  ["knip", ["--include", "exports,types,files,unlisted,dependencies", "--no-progress"]],
  ["jscpd", ["src-main", "src-preload", "src-renderer", "scripts", "--silent", "--exitCode", "1"]],
];
for (const [tool, args] of checks) {
  const status = await runTool(tool, args);
  if (status !== 0) process.exit(status);
}
