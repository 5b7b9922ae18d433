import { distance } from "fastest-levenshtein";

/** Wrong letters that a slip of the pen has at most, as a share of the name. */
const wrongShare = 1 / 3;

/** The name that was probably meant; null where none is like what was given. */
export function nearestName(given: string, names: readonly string[]): string | null {
  const wanted = given.toLowerCase();
  const [best] = names
    .map((name) => ({ name, wrong: distance(wanted, name.toLowerCase()) }))
    .filter(({ name, wrong }) => wrong <= Math.max(2, Math.min(wanted.length, name.length) * wrongShare))
    .filter(({ name, wrong }) => wrong < Math.min(wanted.length, name.length))
    .toSorted((a, b) => a.wrong - b.wrong);
  return best?.name ?? null;
}
