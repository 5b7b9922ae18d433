import { type RecallSource, recallSources } from "../../storage/recall-calls.ts";
import type { WeightedWord } from "./question-plan.ts";
import type { RecallTable } from "./recall-table.ts";

/** Numbers that are looked at for one question, over all words: what is so common tells nothing. */
const mostLookedAt = 60_000;

/** What entries share with words, for one question: each word is looked up once. */
export class WordLookup {
  readonly #table: RecallTable;
  readonly #within: string;
  readonly #found = new Map<string, readonly number[]>();
  #left = mostLookedAt;

  constructor(table: RecallTable, sources: readonly RecallSource[]) {
    this.#table = table;
    const isAll = recallSources.every((source) => sources.includes(source));
    this.#within = isAll ? "" : ` AND source : (${sources.map((source) => `"${source}"`).join(" OR ")})`;
  }

  /** How much a word tells, as bm25 has it; one that more than half of the entries have still counts a little. */
  rarity(word: string): number {
    const having = this.#having(word).length;
    return having === 0 ? 0 : Math.max(0.2, Math.log((this.#table.count() - having + 0.5) / (having + 0.5)));
  }

  /** Adds to each entry the weights of the words that it has, each more the fewer entries have it. */
  addMatches(words: readonly WeightedWord[], matched: Map<number, number>): void {
    for (const { word, weight } of words) {
      const gain = weight * this.rarity(word);
      for (const number of this.#having(word)) matched.set(number, (matched.get(number) ?? 0) + gain);
    }
  }

  #having(word: string): readonly number[] {
    const known = this.#found.get(word);
    if (known !== undefined) return known;
    const numbers = this.#left > 0 ? this.#table.found(`{text pairs} : "${word}"${this.#within}`) : [];
    this.#left -= numbers.length;
    this.#found.set(word, numbers);
    return numbers;
  }
}
