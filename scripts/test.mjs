// npm test: types, lint, build, then every test; ends with a line that counts them.
//   npm test -- FILTER     only the test files whose path holds FILTER
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findBrowser } from "./find-browser.mjs";
import { run } from "./run.mjs";

const filters = process.argv.slice(2);
const started = Date.now();

await run("tsc", ["--noEmit"]);
await run("tsc", ["--noEmit", "-p", "tsconfig.renderer.json"]);
await run("biome", ["check", "--error-on-warnings", "."]);
await import("./build.mjs");
// The tests of the window need one; they are never left out.
const browser = await findBrowser().catch((cause) => {
  console.error(cause.message);
  process.exit(1);
});

const folder = mkdtempSync(join(tmpdir(), "perch-results-"));
const report = join(folder, "report.json");
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const args = [vitest, "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...filters];
const code = await new Promise((resolve) => {
  const env = { ...process.env, PERCH_BROWSER: browser };
  spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"], env }).on("exit", resolve);
});

let counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
try {
  counts = JSON.parse(readFileSync(report, "utf8"));
} catch (cause) {
  console.error(`The test report could not be read: ${cause.message}`);
}
rmSync(folder, { recursive: true, force: true });
const seconds = Math.round((Date.now() - started) / 1000);
const skipped = counts.numPendingTests === 0 ? "" : `, ${counts.numPendingTests} skipped`;
console.log(`Tests took ${seconds} s`);
console.log(`${counts.numPassedTests} passed, ${counts.numFailedTests} failed${skipped}`);
process.exit(code === 0 && counts.numPassedTests > 0 && counts.numPendingTests === 0 ? 0 : 1);
