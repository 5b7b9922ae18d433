import { type RecallSource, recallSources } from "../../storage/recall-calls.ts";
import type { WeightedWord } from "./question-plan.ts";
import type { RecallTable } from "./recall-table.ts";

/** Numbers that are looked at for one question, over all words: what is so common tells nothing. */
const mostLookedAt = 60_000;
/** In a small index a word of so many entries is rare enough. */
const fewEntries = 50;

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

  /** Adds to each entry the weights of the words that it has, each more the fewer entries have it. */
  addMatches(words: readonly WeightedWord[], matched: Map<number, number>): void {
    for (const { word, weight } of words) {
      const having = this.#having(word, mostLookedAt);
      const gain = weight * this.#rarity(having.length);
      for (const number of having) matched.set(number, (matched.get(number) ?? 0) + gain);
    }
  }

  /** How much a word tells; 0 for one that so many have that it is worth no look. */
  rarityOfRare(word: string): number {
    const most = Math.max(fewEntries, this.#table.count() / 50);
    const having = this.#having(word, most + 1).length;
    return having > most ? 0 : this.#rarity(having);
  }

  /** As bm25 has it; a word that more than half of the entries have still counts a little. */
  #rarity(having: number): number {
    return having === 0 ? 0 : Math.max(0.2, Math.log((this.#table.count() - having + 0.5) / (having + 0.5)));
  }

  #having(word: string, most: number): readonly number[] {
    const known = this.#found.get(word);
    if (known !== undefined) return known;
    const numbers =
      this.#left > 0 ? this.#table.found(`{text pairs} : "${word}"${this.#within}`, Math.floor(most)) : [];
    this.#left -= numbers.length;
    this.#found.set(word, numbers);
    return numbers;
  }
}
