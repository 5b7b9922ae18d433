// Runs provider cases through the real client: one JSON line a case, exit status 1 when one fails.
//   npm run -s cases -- [--dir DIR]... [--topic TOPIC] [--kind KIND]
import { parseArgs } from "node:util";
import { diffOutcome, loadCases, startReplay } from "../test/support/replay.mjs";
import { runCase, runListCase } from "../test/support/run-case.ts";

const { values } = parseArgs({
  options: { dir: { type: "string", multiple: true }, topic: { type: "string" }, kind: { type: "string" } },
});
const cases = readCases(values.dir ?? ["test/fixtures/provider", "test/fixtures/provider-2"]);
const replay = await startReplay({ cases });
let failed = 0;
for (const one of cases.values()) {
  if (values.topic !== undefined && one.topic !== values.topic) continue;
  if (values.kind !== undefined && one.kind !== values.kind) continue;
  const isList = one.kind === "models" || one.kind === "catalog";
  const outcome = await (isList ? runListCase : runCase)(one, replay.baseURL(one.id, "fault"));
  const diff = [...diffOutcome(one, outcome)];
  if (one.expected_ok !== undefined) {
    diff.push(...diffOutcome(one, await runCase(one, replay.baseURL(one.id)), one.expected_ok));
  }
  if (diff.length > 0) failed++;
  console.log(JSON.stringify({ id: one.id, ok: diff.length === 0, diff }));
}
await replay.close();
process.exitCode = failed > 0 ? 1 : 0;

/** The cases of the folders; ends the command in words where there are none. */
function readCases(folders) {
  try {
    const found = loadCases(folders);
    if (found.size > 0) return found;
    console.error(`No case lies in ${folders.join(", ")}: give the folder with a JSON file for each case.`);
  } catch (error) {
    console.error(`The cases could not be read: ${error.message}`);
  }
  process.exit(2);
}
