// npm run test:electron: the suite of the window on the desktop app, where Electron's runtime is not there on the stand-in for it.
//   npm run test:electron -- FILTER     only the test files whose path holds FILTER
import { buildAll } from "./build-if-stale.ts";
import { findBrowser } from "./find-browser.ts";
import { runTool } from "./run.ts";

await buildAll();
await findBrowser("pages");
await findBrowser("speech");
process.env["PERCH_TESTED_HOST"] = "desktop";
process.exitCode = await runTool("vitest", ["run", "--project", "e2e", ...process.argv.slice(2)]);
