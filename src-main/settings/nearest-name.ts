import { distance } from "fastest-levenshtein";

/** The one name that is meant by a slightly wrong one; null when none is near or two are equally near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = plain(name);
  const scored = known
    .map((candidate) => ({ candidate, score: distance(wanted, plain(candidate)) }))
    .sort((a, b) => a.score - b.score);
  const [best, second] = scored;
  if (best === undefined || best.score > Math.ceil(wanted.length / 3)) return null;
  return second !== undefined && second.score === best.score ? null : best.candidate;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
