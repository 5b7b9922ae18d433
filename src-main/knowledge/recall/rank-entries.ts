import type { Period } from "./dates-in-words.ts";
import type { EntryShape } from "./entry-shape.ts";
import type { QuestionPlan } from "./question-plan.ts";

/** An entry as the ranking sees it: one that has words of the question, or stands beside one. */
export interface Candidate extends EntryShape {
  readonly number: number;
  readonly group: number;
  readonly position: number;
  /** Messages answer one another; facts and lines of the log stand for themselves. */
  readonly isMessage: boolean;
  /** Whether the question asks for the words of who said it. */
  readonly isSpeaker: boolean;
  readonly date: number | null;
  /** The weight of the words that it shares with the question, rare ones more; 0 for none. */
  readonly matched: number;
}

export interface Ranked {
  readonly number: number;
  readonly score: number;
}

/** How much each ingredient counts. Measured: docs/decisions/0041-recall.md. */
export interface RankWeights {
  /** What a message gains of the one before it, and of the one before that. */
  readonly before: number;
  readonly twoBefore: number;
  /** What it gains of the one after it. */
  readonly after: number;
  /** What it gains in addition when the one before it asks. */
  readonly answer: number;
  /** What a message loses that only asks. */
  readonly asking: number;
  readonly speaker: number;
  /** What a text gains that tells a time, where the question asks when. */
  readonly time: number;
  /** What an entry gains that lies in the period that the question names. */
  readonly period: number;
}

export const measuredWeights: RankWeights = {
  before: 0.25,
  twoBefore: 0.1,
  after: 0.1,
  answer: 0.5,
  asking: 0.5,
  speaker: 0.8,
  time: 0.6,
  period: 0.6,
};

/** Messages that lie further apart belong to different talks. */
const sameTalkMs = 6 * 3_600_000;
/** What happened is told on the day or within some days after it. */
const toldBeforeMs = 86_400_000;
const toldAfterMs = 14 * 86_400_000;

/** Best first. Entries that share nothing with the question and stand beside none that does are left out. */
export function rankEntries(
  candidates: readonly Candidate[],
  plan: QuestionPlan,
  weights: RankWeights = measuredWeights,
): readonly Ranked[] {
  const places = new Map(candidates.map((one) => [placeOf(one.group, one.position), one]));
  const at = (one: Candidate, distance: number): Candidate | null => {
    if (!one.isMessage) return null;
    const other = places.get(placeOf(one.group, one.position + distance));
    return other?.isMessage && isSameTalk(one, other) ? other : null;
  };
  const ranked = candidates.map((one) => {
    const before = at(one, -1);
    const shared =
      ownWeight(one) +
      (before === null ? 0 : ownWeight(before) * (weights.before + weights.answer * before.asked ** 2)) +
      ownWeight(at(one, -2)) * weights.twoBefore +
      ownWeight(at(one, 1)) * weights.after;
    return { number: one.number, score: shared * factorOf(one, plan, weights) };
  });
  return ranked.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score || a.number - b.number);
}

function placeOf(group: number, position: number): string {
  return `${position} ${group}`;
}

function isSameTalk(one: Candidate, other: Candidate): boolean {
  return one.date === null || other.date === null || Math.abs(one.date - other.date) <= sameTalkMs;
}

function factorOf(one: Candidate, plan: QuestionPlan, weights: RankWeights): number {
  const tells = plan.asksWhen && one.tellsTime;
  const isThen = plan.period !== null && isTold(one.date, plan.period);
  return (
    (1 - weights.asking * one.asked) *
    (one.isSpeaker ? 1 + weights.speaker : 1) *
    (tells ? 1 + weights.time : 1) *
    (isThen ? 1 + weights.period : 1)
  );
}

function isTold(date: number | null, { from, to }: Period): boolean {
  return date !== null && date >= from - toldBeforeMs && date < to + toldAfterMs;
}

/** A text of more words has some of the question by chance. */
const shortWords = 20;
/** A long answer or page is no worse than one of so many words: its other words are about other things. */
const longestCounted = 120;

function ownWeight(one: Candidate | null): number {
  if (one === null || one.matched === 0) return 0;
  return one.matched * Math.min(1, shortWords / Math.min(one.words, longestCounted)) ** 0.5;
}
