// npm run -s perch -- ARGUMENTS: the perch command, built first when a source is newer than the build.
import { fileURLToPath } from "node:url";
import { buildIfStale } from "./build-if-stale.ts";

await buildIfStale();
const built = new URL("../out/main/cli.js", import.meta.url);
process.argv = [process.execPath, fileURLToPath(built), ...process.argv.slice(2)];
await import(built.href);
