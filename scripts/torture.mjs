// Kills the real command under load, again and again, and looks at what is left.
//   npm run torture -- [--kills N] [--seed S] [--lanes L]
import { parseArgs } from "node:util";
import { torture } from "../test/torture/torture.ts";
import { buildIfStale } from "./build-if-stale.ts";

const { values } = parseArgs({
  options: { kills: { type: "string" }, seed: { type: "string" }, lanes: { type: "string" } },
});
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
