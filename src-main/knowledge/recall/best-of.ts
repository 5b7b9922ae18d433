/** The entries with the greatest values, greatest first; of equals, those that came first. One pass, for thousands. */
export function bestOf<Key>(values: ReadonlyMap<Key, number>, count: number): readonly (readonly [Key, number])[] {
  const best: (readonly [Key, number])[] = [];
  for (const entry of values) {
    const least = best.at(-1);
    if (best.length >= count && least !== undefined && entry[1] <= least[1]) continue;
    best.splice(placeFor(best, entry[1]), 0, entry);
    if (best.length > count) best.pop();
  }
  return best;
}

function placeFor(best: readonly (readonly [unknown, number])[], value: number): number {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((best[middle]?.[1] ?? 0) >= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
