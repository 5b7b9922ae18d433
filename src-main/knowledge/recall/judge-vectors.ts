import { recallSources } from "../../storage/recall-calls.ts";
import type { RecallTable } from "./recall-table.ts";
import { searchEntries } from "./search-entries.ts";
import { trustOfUnknown, type VectorTable } from "./vector-table.ts";

/*
 * How far the vectors of a model can be trusted, which is judged by what the entries say of one another:
 *
 * - An entry is more like the one that shares most words with it than like any other. Of vectors that mean something that is so
 *   for nearly every entry, of vectors by chance for every second one: those count for nothing.
 * - A message is more like the one that answers it, which often shares no word with it, than like any other. Vectors that know
 *   that know more than words do, and count for more.
 */

const sampled = 160;
/** With fewer that could be compared nothing is told apart from chance. */
const fewest = 16;
/** Of those that agree by words: a part that chance reaches now and then, and one that leaves no doubt. */
const words = { byChance: 0.65, surely: 0.85 };
const answers = { byChance: 0.6, surely: 0.75 };
/** The trust that vectors have which know no more than words do. */
const ofWordsAlone = 0.05;
/** Letters of an entry that stand for a question. */
const asQuestion = 200;
/** Others that an entry is compared with. */
const compared = 4;
/** Judged anew when there are so many times more vectors. */
const growth = 1.5;

export function judgeVectors(table: RecallTable, vectors: VectorTable): void {
  const model = vectors.model();
  const count = vectors.count();
  if (model === null || count < fewest || count < model.judgedAt * growth) return;
  vectors.judge(trustIn(table, vectors));
}

function trustIn(table: RecallTable, vectors: VectorTable): number {
  const numbers = table.sample(sampled);
  const byWords = agreeing(numbers, vectors, (number, at) => (at % 2 === 0 ? likeInWords(number, table) : null));
  if (byWords === null) return trustOfUnknown;
  const byAnswers = agreeing(numbers, vectors, (number) => table.next(number));
  const known = byAnswers === null ? 0 : partOf(byAnswers, answers);
  return ofWordsAlone * partOf(byWords, words) + (1 - ofWordsAlone) * known;
}

function partOf(rate: number, { byChance, surely }: { readonly byChance: number; readonly surely: number }): number {
  return Math.min(1, Math.max(0, (rate - byChance) / (surely - byChance)));
}

/** How often an entry is more like its partner than like one of the others, from 0 to 1; null when too few have one. */
function agreeing(
  numbers: readonly number[],
  vectors: VectorTable,
  partnerOf: (number: number, at: number) => number | null,
): number | null {
  let all = 0;
  let agreed = 0;
  numbers.forEach((number, at) => {
    const partner = partnerOf(number, at);
    const near = partner === null ? null : vectors.likeness(number, partner);
    if (near === null) return;
    for (let step = 1; step <= compared; step += 1) {
      const other = numbers[(at + Math.floor((numbers.length * step) / (compared + 1))) % numbers.length];
      const far = other === undefined || other === number || other === partner ? null : vectors.likeness(number, other);
      if (far === null) continue;
      all += 1;
      if (near > far) agreed += 1;
    }
  });
  return all < fewest * compared ? null : agreed / all;
}

/** The entry that shares most with this one, further away than its neighbours. */
function likeInWords(number: number, table: RecallTable): number | null {
  const entry = table.entry(number);
  if (entry === null) return null;
  const beside = table.around(number, 2, null);
  const query = {
    text: entry.text.slice(0, asQuestion),
    limit: 1,
    sources: recallSources,
    now: 0,
    vector: null,
    exclude: beside.flatMap((one) => table.entry(one.number)?.id ?? []),
  };
  return searchEntries(query, table)[0]?.number ?? null;
}
