// npm test: types, lint, build, then every test; ends with a line that counts them.
//   npm test -- FILTER     only the test files whose path holds FILTER
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installTools } from "../packaging/tools.ts";
import { installSuites } from "../test/conformance/install.ts";
import { buildAll } from "./build-if-stale.ts";
import { findBrowser } from "./find-browser.ts";
import { findSandbox } from "./find-sandbox.ts";
import { runTool } from "./run.ts";

const filters = process.argv.slice(2);
const started = Date.now();

await import("./check.mjs");
await buildAll().catch(end);
// The tests of the window need browsers; they are never left out.
await findBrowser("pages").catch(end);
await findBrowser("speech").catch(end);

// Nor are those of the sandbox, of packages, and of the protocol of MCP.
await findSandbox().catch(end);
await installTools().catch(end);
await installSuites().catch(end);

const folder = mkdtempSync(join(tmpdir(), "perch-results-"));
const report = join(folder, "report.json");
const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...filters];
const code = await runTool("vitest", args);

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

function end(cause) {
  console.error(cause.message);
  process.exit(1);
}
