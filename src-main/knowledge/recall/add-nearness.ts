/** An entry whose vector lies near that of the question. */
export interface NearEntry {
  readonly number: number;
  /** The cosine of the angle between the two. */
  readonly likeness: number;
}

/** What the nearest entry gains, of what the one that shares most words has. Measured: docs/decisions/0041-recall.md. */
const nearest = 0.5;

/**
 * Adds what lies near by vectors to what shares words, as if it were one more word: who spoke, neighbours and dates count for
 * both. The nearest gains most, the last that was found nothing. `trust` is from 0 to 1.
 */
export function addNearness(matched: Map<number, number>, near: readonly NearEntry[], trust: number): void {
  const most = Math.max(...near.map(({ likeness }) => likeness));
  const least = Math.min(...near.map(({ likeness }) => likeness));
  if (trust <= 0 || near.length < 2 || most <= least) return;
  let unit = 0;
  for (const value of matched.values()) unit = Math.max(unit, value);
  for (const { number, likeness } of near) {
    const gain = nearest * trust * (unit || 1) * ((likeness - least) / (most - least)) ** 2;
    matched.set(number, (matched.get(number) ?? 0) + gain);
  }
}
