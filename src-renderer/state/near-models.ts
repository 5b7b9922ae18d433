import { distance } from "fastest-levenshtein";
import { shortName } from "./models.ts";

const mostNames = 3;
/** Of the longer name's length: further apart, and two names are not alike. */
const farthest = 0.5;

/** The models whose names are most like what was typed, with or without a provider in front; none where none is. */
export function nearModels(typed: string, ids: readonly string[]): readonly string[] {
  const wanted = typed.trim().toLowerCase();
  const nameOf = (id: string): string => (wanted.includes("/") ? id : shortName(id)).toLowerCase();
  return ids
    .map((id) => ({ id, gap: distance(wanted, nameOf(id)) / Math.max(wanted.length, nameOf(id).length, 1) }))
    .filter(({ gap }) => gap <= farthest)
    .toSorted((a, b) => a.gap - b.gap)
    .slice(0, mostNames)
    .map(({ id }) => id);
}
