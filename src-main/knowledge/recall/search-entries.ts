import type { RecallEntry, RecallQuery } from "../../storage/recall-calls.ts";
import { addNearness, type NearEntry } from "./add-nearness.ts";
import { bestOf } from "./best-of.ts";
import { planQuestion, type QuestionPlan, type WeightedWord } from "./question-plan.ts";
import { type Candidate, measuredWeights, type Ranked, type RankWeights, rankEntries } from "./rank-entries.ts";
import type { KnownEntry, RecallTable } from "./recall-table.ts";
import { isStopWord } from "./stop-words.ts";
import { WordLookup } from "./word-lookup.ts";
import { wordsOf } from "./words.ts";

/** Entries that are ranked, with those beside them: the ones that share most with the question. */
const mostRanked = 100;
/** How far a hit reaches to its neighbours. */
const reach = 2;

/** What a search may do otherwise, to measure what each part is worth. */
export interface SearchWeights extends RankWeights {
  /** Of a word that the question does not have and its best hits do. */
  readonly added: number;
}

export const searchWeights: SearchWeights = { ...measuredWeights, added: 0.15 };

/** What lies near the question by vectors, and how far these are trusted, from 0 to 1. */
export interface Nearness {
  readonly near: readonly NearEntry[];
  readonly trust: number;
}

export interface FoundEntry extends Ranked {
  readonly entry: RecallEntry;
}

/** The entries that a question asks for, best first. */
export function searchEntries(
  query: RecallQuery,
  table: RecallTable,
  nearness: Nearness | null = null,
  weights: SearchWeights = searchWeights,
): readonly FoundEntry[] {
  if (query.limit <= 0 || query.sources.length === 0) return [];
  const plan = planQuestion(query.text, table.speakers(), query.now);
  const lookup = new WordLookup(table, query.sources);
  const matched = new Map<number, number>();
  lookup.addMatches(plan.words, matched);
  const known = new Map<number, readonly KnownEntry[]>();
  const around = (number: number): readonly KnownEntry[] => {
    const entries = known.get(number) ?? table.around(number, reach, plan.speaker);
    known.set(number, entries);
    return entries;
  };
  const first = rank(matched, plan, around, weights);
  const added = weights.added === 0 ? [] : wordsOfBest({ ranked: first, plan, table, lookup });
  lookup.addMatches(
    added.map((word): WeightedWord => ({ word, weight: weights.added })),
    matched,
  );
  if (nearness !== null) addNearness(matched, nearness.near, nearness.trust);
  return hitsOf(rank(matched, plan, around, weights), query, table);
}

function rank(
  matched: ReadonlyMap<number, number>,
  plan: QuestionPlan,
  around: (number: number) => readonly KnownEntry[],
  weights: RankWeights,
): readonly Ranked[] {
  const candidates = new Map<number, Candidate>();
  for (const [number] of bestOf(matched, mostRanked)) {
    for (const entry of around(number)) {
      candidates.set(entry.number, { ...entry, matched: matched.get(entry.number) ?? 0 });
    }
  }
  return rankEntries([...candidates.values()], plan, weights);
}

/** A second round looks for words of the best hits as well: the answer may use them, where the question does not. */
const bestHits = 3;
const addedWords = 10;
/** Letters of a hit whose words are weighed. */
const readOfHit = 600;

interface FirstRound {
  readonly ranked: readonly Ranked[];
  readonly plan: QuestionPlan;
  readonly table: RecallTable;
  readonly lookup: WordLookup;
}

function wordsOfBest({ ranked, plan, table, lookup }: FirstRound): readonly string[] {
  const known = new Set(plan.words.map(({ word }) => word));
  const worth = new Map<string, number>();
  for (const { number, score } of ranked.slice(0, bestHits)) {
    const words = new Set(wordsOf((table.entry(number)?.text ?? "").slice(0, readOfHit)));
    for (const word of words) {
      if (word.length > 3 && !known.has(word) && !isStopWord(word)) worth.set(word, (worth.get(word) ?? 0) + score);
    }
  }
  const weighed = new Map([...worth].map(([word, score]) => [word, score * lookup.rarityOfRare(word)]));
  return bestOf(weighed, addedWords).map(([word]) => word);
}

function hitsOf(ranked: readonly Ranked[], query: RecallQuery, table: RecallTable): readonly FoundEntry[] {
  const excluded = new Set(query.exclude);
  const hits: FoundEntry[] = [];
  for (const { number, score } of ranked) {
    if (hits.length >= query.limit) break;
    const entry = table.entry(number);
    if (entry === null || excluded.has(entry.id) || !query.sources.includes(entry.source)) continue;
    hits.push({ number, entry, score });
  }
  return hits;
}
