// Measures the built command beside the bare client of test/bench: one JSON object a line, the last one a summary.
//   npm run -s bench -- [--runs N] [--only FIGURE]...
// `bar` is the most that `ratio` may be; for flatness, resume-20000-over-20 and first-body the most that `value` may be.
// A figure over its bar is told, not an error: the exit status is 1 only where it could not be measured.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openBench } from "../test/bench/clients.mjs";
import { figures, lineOf, scenarios } from "../test/bench/figures.mjs";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "7" }, only: { type: "string", multiple: true } },
});
const runs = Number(values.runs);
const wanted = figures.filter(({ figure }) => values.only === undefined || values.only.includes(figure));
if (!Number.isInteger(runs) || runs < 1 || wanted.length === 0) {
  console.error(`--runs takes a number from 1 on, --only one of ${figures.map(({ figure }) => figure).join(", ")}`);
  process.exit(2);
}

// In a process of its own: a large parent starts its children more slowly.
const built = spawnSync(process.execPath, [fileURLToPath(new URL("build.mjs", import.meta.url))], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  stdio: ["ignore", "ignore", "inherit"],
});
if (built.status !== 0) process.exit(1);

/** The clients take turns, so that what else the machine does meets both. */
async function sample(bench, names) {
  const samples = { perch: {}, bare: {} };
  for (const name of names) {
    samples.perch[name] = [];
    samples.bare[name] = [];
    for (let run = 0; run < runs; run += 1) {
      for (const client of ["perch", "bare"]) samples[client][name].push(await bench[client](scenarios[name]));
    }
  }
  return samples;
}

const bench = await openBench();
try {
  // Fills the compile cache and makes the home that the others find.
  await bench.perch(scenarios.start);
  const samples = await sample(bench, new Set(wanted.flatMap(({ needs }) => needs)));
  const lines = wanted.map((figure) => lineOf(figure, samples));
  for (const line of lines) console.log(JSON.stringify(line));
  const missed = lines.filter(({ ok }) => ok === false).map(({ figure }) => figure);
  const node = process.versions.node;
  console.log(
    JSON.stringify({ figure: "summary", runs, node, bars: lines.filter(({ bar }) => bar !== null).length, missed }),
  );
} catch (cause) {
  console.error(`The bench could not measure: ${cause.message}`);
  process.exitCode = 1;
} finally {
  bench.close();
}
