import { distance } from "fastest-levenshtein";

const mostNames = 3;
/** The largest edit distance of two similar names, as a share of the longer name's length. */
const farthest = 0.6;

/** The names of a list that are most like the wanted one; the first of the list where none is like it. */
export function nearestModels(wanted: string, listed: readonly string[]): readonly string[] {
  const near = alikeModels(wanted, listed);
  return (near.length === 0 ? listed : near).slice(0, mostNames);
}

/** Names similar to the wanted one, most similar first. */
export function alikeModels(wanted: string, listed: readonly string[]): readonly string[] {
  const target = plain(wanted);
  return listed
    .map((name) => ({ name, gap: gapOf(target, plain(name)) }))
    .filter(({ gap }) => gap <= farthest)
    .sort((a, b) => a.gap - b.gap || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}

/** Lists name models with a folder in front or a tag behind: `models/x`, `x:latest`. */
export function isSameModel(listed: string, name: string): boolean {
  return listed === name || listed.endsWith(`/${name}`) || listed === `${name}:latest`;
}

/** From 0 to 1. One name inside the other is nearer than any with other letters. */
function gapOf(wanted: string, name: string): number {
  const longer = Math.max(wanted.length, name.length, 1);
  const gap = distance(wanted, name) / longer;
  const isInside = wanted.length > 2 && (name.includes(wanted) || wanted.includes(name));
  return isInside ? gap / 10 : gap;
}

/** Without the folder in front, and without case and punctuation. */
function plain(name: string): string {
  return (name.split("/").at(-1) ?? name).toLowerCase().replace(/[^a-z0-9]/g, "");
}
