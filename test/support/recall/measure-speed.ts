import { recallSources } from "../../../src-main/storage/recall-calls.ts";
import type { Dialogue } from "./dialogue.ts";
import { serviceOf } from "./measure-recall.ts";

export interface SpeedFigure {
  readonly entries: number;
  readonly searches: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/**
 * How long a search takes in an index of `count` entries, which say what the turns say: each is two of them, with a few words
 * of their own, so that common words are common and rare ones rare. It is the time of the processor, which tells the same on a
 * machine that others use too.
 */
export function measureSpeed({ turns, questions }: Dialogue, count: number): SpeedFigure {
  const next = countedNumbers();
  const many = Array.from({ length: count }, (_, at): Dialogue["turns"][number] => {
    const first = turns[at % turns.length];
    const second = turns[next() % turns.length];
    const own = Array.from({ length: 4 }, () => `w${next() % (count / 2)}`).join(" ");
    return {
      id: String(at),
      speaker: first?.speaker ?? "",
      date: first?.date ?? "",
      text: `${first?.text} ${second?.text} ${own}`,
    };
  });
  const service = serviceOf(many);
  const search = (text: string): number => {
    const query = { text, limit: 5, exclude: [], sources: recallSources, now: 0, vector: null };
    const start = process.threadCpuUsage();
    service.answer({ kind: "search", query });
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  };
  for (const { text } of questions.slice(0, 20)) search(text);
  const times = questions.map(({ text }) => search(text)).toSorted((a, b) => a - b);
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { entries: count, searches: times.length, medianMs: at(0.5), p95Ms: at(0.95) };
}

/** Numbers that look like chance and are the same each time. */
function countedNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
}
