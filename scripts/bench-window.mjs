// Measures the window in a real browser beside the bare page of test/bench/window: one JSON object a line, the last one a
// summary.
//   npm run -s bench:window -- [--runs N] [--only FIGURE]...
// `bar` is the most that `ratio` may be; for stream-dropped the most that `value` may be. A figure over its bar is told,
// not an error: the exit status is 1 only where it could not be measured.
import { parseArgs } from "node:util";
import { openWindowBench } from "../test/bench/window/clients.mjs";
import { figures, lineOf, passNames, sample } from "../test/bench/window/figures.mjs";
import { buildIfStale } from "./build-if-stale.ts";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "3" }, only: { type: "string", multiple: true } },
});
const runs = Number(values.runs);
const wanted = figures.filter(({ figure }) => values.only === undefined || values.only.includes(figure));
if (!Number.isInteger(runs) || runs < 1 || wanted.length === 0) {
  console.error(`--runs takes a number from 1 on, --only one of ${figures.map(({ figure }) => figure).join(", ")}`);
  process.exit(2);
}
await buildIfStale();

/** The two sides take turns, so that what else the machine does meets both. */
async function sampleAll(bench) {
  const rows = { perch: {}, bare: {} };
  for (const pass of passNames.filter((name) => wanted.some((figure) => figure.pass === name))) {
    for (const side of ["perch", "bare"]) rows[side][pass] = [];
    for (let run = 0; run < runs; run += 1) {
      for (const side of ["perch", "bare"]) rows[side][pass].push(await sample(pass, bench, bench[side], run));
    }
  }
  return rows;
}

let bench = null;
try {
  bench = await openWindowBench(runs);
  const rows = await sampleAll(bench);
  const lines = wanted.map((figure) => lineOf(figure, rows));
  for (const line of lines) console.log(JSON.stringify(line));
  const missed = lines.filter(({ ok }) => ok === false).map(({ figure }) => figure);
  const bars = lines.filter(({ bar }) => bar !== null).length;
  console.log(JSON.stringify({ figure: "summary", runs, node: process.versions.node, bars, missed }));
} catch (cause) {
  console.error(`The bench could not measure: ${cause.message}`);
  process.exitCode = 1;
} finally {
  await bench?.close();
}
