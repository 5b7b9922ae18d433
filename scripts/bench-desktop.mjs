// Measures a start of the desktop app under the stand-in for Electron, beside an app that does nothing but show a page.
//   npm run -s bench:desktop -- [--runs N] [--only FIGURE]...
// desktop-start: from the start of the process until the window can be typed in; desktop-shell: from its first line until it asks
// for its page. Both hold the stand-in's own time, and desktop-start that of a browser.
import { join } from "node:path";
import { quantile } from "../test/bench/figures.mjs";
import { startDesktop } from "../test/support/desktop-bench.ts";
import { buildIfStale } from "./build-if-stale.ts";
import { printFigures, readFigures } from "./measure.ts";

const options = { perch: {}, bare: { script: join(import.meta.dirname, "../test/bench/desktop/bare-app.cjs") } };
const practice = { agents: { defaults: { model: "practice/practice" } } };
const { runs, wanted } = readFigures([{ figure: "desktop-start" }, { figure: "desktop-shell" }], 5);
await buildIfStale();

async function sample(side) {
  const before = performance.now();
  await using desktop = await startDesktop(practice, options[side]);
  await desktop.order({ kind: "wait", selector: "textarea[data-composer]" });
  const start = performance.now() - before;
  const { untilPage } = await desktop.facts();
  return { "desktop-start": start, "desktop-shell": untilPage };
}

await printFigures(
  runs,
  async () => ({ close: () => undefined }),
  async () => {
    const rows = { perch: [], bare: [] };
    // The two take turns, so that what else the machine does meets both.
    for (let run = 0; run < runs; run += 1) {
      for (const side of ["perch", "bare"]) rows[side].push(await sample(side));
    }
    return wanted.map(({ figure }) => {
      const [value, bare] = ["perch", "bare"].map((side) =>
        quantile(
          rows[side].map((row) => row[figure]),
          0.5,
        ),
      );
      return { figure, unit: "ms", value, bare, ratio: value / bare, bar: null, ok: null };
    });
  },
);
