/** So many are looked at before others have their turn. */
const atOnce = 1000;

/** The first of very many in order, without holding up what else the process does. `pause` lets others have their turn. */
export async function firstInOrder<Item>(
  items: readonly Item[],
  count: number,
  compare: (a: Item, b: Item) => number,
  pause: () => Promise<unknown>,
): Promise<readonly Item[]> {
  let first: readonly Item[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    const last = first[count - 1];
    const looked = items.slice(at, at + atOnce);
    const before = last === undefined ? looked : looked.filter((item) => compare(item, last) < 0);
    if (before.length > 0) first = [...first, ...before].toSorted(compare).slice(0, count);
    if (at + atOnce < items.length) await pause();
  }
  return first;
}
