// What the two benches share: their options, one JSON object a line, the last one a summary.
import { parseArgs } from "node:util";

interface Figure {
  readonly figure: string;
}

interface FigureLine extends Figure {
  /** The most that it may be; null where there is none. */
  readonly bar: number | null;
  readonly ok: boolean | null;
}

/** `--runs N` and `--only FIGURE`; ends the process with 2, in words, where they ask for nothing that can be measured. */
export function readFigures<Wanted extends Figure>(figures: readonly Wanted[], usualRuns: number) {
  const { values } = parseArgs({ options: { runs: { type: "string" }, only: { type: "string", multiple: true } } });
  const runs = Number(values.runs ?? usualRuns);
  const wanted = figures.filter(({ figure }) => values.only === undefined || values.only.includes(figure));
  if (!Number.isInteger(runs) || runs < 1 || wanted.length === 0) {
    console.error(`--runs takes a number from 1 on, --only one of ${figures.map(({ figure }) => figure).join(", ")}`);
    process.exit(2);
  }
  return { runs, wanted };
}

/** Prints what was measured. A figure over its bar is told, not an error: the exit status is 1 only where it could not be. */
export async function printFigures<Bench extends { close(): unknown }>(
  runs: number,
  open: () => Promise<Bench>,
  measure: (bench: Bench) => Promise<readonly FigureLine[]>,
): Promise<void> {
  let bench: Bench | null = null;
  try {
    bench = await open();
    const lines = await measure(bench);
    for (const line of lines) console.log(JSON.stringify(line));
    const missed = lines.filter(({ ok }) => ok === false).map(({ figure }) => figure);
    const bars = lines.filter(({ bar }) => bar !== null).length;
    console.log(JSON.stringify({ figure: "summary", runs, node: process.versions.node, bars, missed }));
  } catch (cause) {
    console.error(`The bench could not measure: ${cause instanceof Error ? cause.message : String(cause)}`);
    process.exitCode = 1;
  } finally {
    await bench?.close();
  }
}
