// Kills the real command under load, again and again, and looks at what is left.
//   npm run torture -- [--kills N] [--seed S] [--lanes L]
//   npm run torture -- --paths    every way out of a folder, and 100,000 tries against a swapped one
import { parseArgs } from "node:util";
import { torture } from "../test/torture/torture.ts";
import { buildIfStale } from "./build-if-stale.ts";
import { runTool } from "./run.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string" },
    seed: { type: "string" },
    lanes: { type: "string" },
    paths: { type: "boolean", default: false },
  },
});
if (values.paths) {
  const env = { ...process.env, PERCH_TRAVERSALS: "all", PERCH_SWAPS: "100000" };
  const files = ["test/unit/policy/traversal.test.ts", "test/unit/policy/open-in-roots.test.ts"];
  process.exit(await runTool("vitest", ["run", ...files], env));
}
await buildIfStale();
const started = Date.now();
const report = await torture({
  kills: Number(values.kills ?? 1000),
  seed: Number(values.seed ?? Date.now() % 1_000_000),
  lanes: Number(values.lanes ?? 2),
  say: (line) => console.log(line),
});
for (const fault of report.faults) console.error(fault);
const seconds = Math.round((Date.now() - started) / 1000);
console.log(
  `${report.kills} kills, ${report.acknowledged} acknowledgements, ${report.faults.length} faults, ${seconds} s`,
);
process.exitCode = report.faults.length === 0 ? 0 : 1;
