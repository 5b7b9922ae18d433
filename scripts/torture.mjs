// Kills the real command under load, again and again, and looks at what is left.
// Before that, random runs beside a second writer are taken back and put again.
//   npm run torture -- [--kills N] [--seed S] [--lanes L] [--plays N] [--undo-kills N]
//   npm run torture -- --paths    every way out of a folder, and 100,000 tries against a swapped one
//   npm run torture -- --memory   1,000 messages that go into the log while everything fails
//   npm run torture -- --days     500 days of jobs, with sleep, kills and clocks that are set wrong; a run killed at every change
//   npm run torture -- --subagents  200 trees of sub-agents, some of them stopped or killed
//   npm run torture -- --import   an export of ChatGPT of 50 MB, imported twice
import { parseArgs } from "node:util";
import { playUndo } from "../test/support/undo-runs.ts";
import { importLarge } from "../test/torture/import-large.ts";
import { torture } from "../test/torture/torture.ts";
import { killUndo } from "../test/torture/undo-kills.ts";
import { buildIfStale } from "./build-if-stale.ts";
import { runTool } from "./run.ts";

const { values } = parseArgs({
  options: {
    days: { type: "boolean", default: false },
    import: { type: "boolean", default: false },
    kills: { type: "string" },
    memory: { type: "boolean", default: false },
    seed: { type: "string" },
    lanes: { type: "string" },
    paths: { type: "boolean", default: false },
    plays: { type: "string" },
    subagents: { type: "boolean", default: false },
    "undo-kills": { type: "string" },
  },
});
if (values.paths) {
  const env = { ...process.env, PERCH_TRAVERSALS: "all", PERCH_SWAPS: "100000" };
  const files = ["test/unit/policy/traversal.test.ts", "test/unit/policy/open-in-roots.test.ts"];
  process.exit(await runTool("vitest", ["run", ...files], env));
}
if (values.memory) {
  const env = { ...process.env, PERCH_NOTED_TURNS: "500" };
  process.exit(await runTool("vitest", ["run", "test/unit/agent/consolidation-play.test.ts"], env));
}
if (values.days) {
  const env = { ...process.env, PERCH_DAYS: "500", PERCH_KILL_STEP: "1" };
  const files = ["test/unit/automations/simulated-days.test.ts", "test/unit/automations/killed-jobs.test.ts"];
  process.exit(await runTool("vitest", ["run", ...files], env));
}
if (values.subagents) {
  const env = { ...process.env, PERCH_TREES: "200", PERCH_SEED: values.seed ?? "1" };
  process.exit(await runTool("vitest", ["run", "test/unit/subagents/trees.test.ts"], env));
}
if (values.import) {
  const { faults, ...figures } = await importLarge(50);
  for (const fault of faults) console.error(fault);
  console.log(JSON.stringify(figures));
  process.exit(faults.length === 0 ? 0 : 1);
}
await buildIfStale();
const started = Date.now();
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const plays = Number(values.plays ?? 500);
const playFaults = [];
for (let play = 0; play < plays; play += 1) playFaults.push(...(await playUndo(seed + play)));
for (const fault of playFaults) console.error(fault);
console.log(`${plays} plays of undo, ${playFaults.length} faults`);
const undoKills = Number(values["undo-kills"] ?? 500);
const killed = await killUndo({ kills: undoKills, seed });
for (const fault of killed.faults) console.error(fault);
console.log(`${undoKills} kills of undo, ${killed.inTheMiddle} in the middle, ${killed.faults.length} faults`);
const report = await torture({
  kills: Number(values.kills ?? 1000),
  seed,
  lanes: Number(values.lanes ?? 2),
  say: (line) => console.log(line),
});
for (const fault of report.faults) console.error(fault);
const seconds = Math.round((Date.now() - started) / 1000);
console.log(
  `${report.kills} kills, ${report.acknowledged} acknowledgements, ${report.faults.length} faults, ${seconds} s`,
);
process.exitCode = report.faults.length + playFaults.length + killed.faults.length === 0 ? 0 : 1;
