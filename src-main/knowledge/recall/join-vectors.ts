import type { Ranked } from "./rank-entries.ts";

/** An entry whose vector lies near that of the question. */
export interface NearEntry {
  readonly number: number;
  /** The cosine of the angle between the two. */
  readonly likeness: number;
}

/** What the nearest entry gains, of what the best by words has. */
const vectorWeight = 0.5;

/**
 * The ranking by words joined with what lies near by vectors: the nearest gains most, the last of those that were found
 * nothing. `trust` is how far the vectors of this model agree with the words of what was said, from 0 to 1.
 */
export function withNearEntries(ranked: readonly Ranked[], near: readonly NearEntry[], trust = 1): readonly Ranked[] {
  const nearest = Math.max(...near.map(({ likeness }) => likeness));
  const furthest = Math.min(...near.map(({ likeness }) => likeness));
  if (trust <= 0 || near.length < 2 || nearest <= furthest) return ranked;
  const unit = ranked[0]?.score ?? 1;
  const scores = new Map(ranked.map(({ number, score }) => [number, score / unit]));
  for (const { number, likeness } of near) {
    const gain = vectorWeight * trust * ((likeness - furthest) / (nearest - furthest));
    scores.set(number, (scores.get(number) ?? 0) + gain);
  }
  return [...scores]
    .map(([number, score]) => ({ number, score }))
    .toSorted((a, b) => b.score - a.score || a.number - b.number);
}
