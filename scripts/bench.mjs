// Measures the built command beside the bare client of test/bench.
//   npm run -s bench -- [--runs N] [--only FIGURE]...
// `bar` is the most that `ratio` may be; for flatness, resume-20000-over-20, first-body and open-1000 the most that `value` may be.
import { openBench } from "../test/bench/clients.mjs";
import { figures, lineOf, scenarios } from "../test/bench/figures.mjs";
import { buildAll } from "./build-if-stale.ts";
import { printFigures, readFigures } from "./measure.ts";

const { runs, wanted } = readFigures(figures, 7);
await buildAll();

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

await printFigures(runs, openBench, async (bench) => {
  // Fills the compile cache and makes the home that the others find.
  await bench.perch(scenarios.start);
  const samples = await sample(bench, new Set(wanted.flatMap(({ needs }) => needs)));
  return wanted.map((figure) => lineOf(figure, samples));
});
