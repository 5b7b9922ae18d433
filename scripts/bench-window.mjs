// Measures the window in a real browser beside the bare page of test/bench/window.
//   npm run -s bench:window -- [--runs N] [--only FIGURE]...
// `bar` is the most that `ratio` may be; for stream-dropped the most that `value` may be.
import { openWindowBench } from "../test/bench/window/clients.mjs";
import { figures, lineOf, passNames, sample } from "../test/bench/window/figures.mjs";
import { buildIfStale } from "./build-if-stale.ts";
import { printFigures, readFigures } from "./measure.ts";

const { runs, wanted } = readFigures(figures, 3);
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

await printFigures(
  runs,
  () => openWindowBench(runs),
  async (bench) => {
    const rows = await sampleAll(bench);
    return wanted.map((figure) => lineOf(figure, rows));
  },
);
