/* A change of Perch beside a later one of somebody else in the same text: which places can go back without touching theirs. */

/** More changed lines than this are not compared. */
const maxChanges = 4000;

export interface Apart {
  /** The text that stands there now, with the untouched places as they were before the change. */
  readonly now: string;
  /** What Perch left, with the same places as they were: what is left of its change. */
  readonly known: string;
  /** How many places go back. */
  readonly taken: number;
  /** The first lines, in `now`, of places that stay because somebody else changed them too. */
  readonly stays: readonly number[];
}

/** Lines `from` to `to` (not in it) of a text, and what stands in their place. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * Three texts: before Perch's change, what Perch left, what stands there now. A place goes back where nobody changed its lines
 * or those right beside them. Null where nothing can go back, or the texts differ too much to be compared.
 */
export async function takeApart(before: string, known: string, now: string): Promise<Apart | null> {
  const base = linesOf(known);
  const back = await editsBetween(base, linesOf(before));
  const theirs = await editsBetween(base, linesOf(now));
  if (back === null || theirs === null) return null;
  const open = back.filter((edit) => !theirs.some((one) => isSame(one, edit)));
  const isTouched = (edit: Edit): boolean => theirs.some((one) => one.from <= edit.to && edit.from <= one.to);
  const taken = open.filter((edit) => !isTouched(edit));
  if (taken.length === 0) return null;
  const all = [...taken, ...theirs].toSorted((a, b) => a.from - b.from || a.to - b.to);
  return {
    now: withEdits(base, all),
    // What somebody else took back themselves is not Perch's any more either.
    known: withEdits(base, [...back.filter((edit) => !open.includes(edit) || taken.includes(edit))]),
    taken: taken.length,
    stays: open.filter(isTouched).map((edit) => lineAfter(edit.from, all)),
  };
}

/** Lines with their ends, so that the text is theirs joined. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

async function editsBetween(from: string[], to: string[]): Promise<readonly Edit[] | null> {
  const { diffArrays } = await import("diff");
  const changes = diffArrays(from, to, { maxEditLength: maxChanges });
  if (changes === undefined) return null;
  const edits: Edit[] = [];
  let at = 0;
  let open: Edit | null = null;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      if (open !== null) edits.push(open);
      open = null;
      at += value.length;
      continue;
    }
    const known: Edit = open ?? { from: at, to: at, lines: [] };
    open = added ? { ...known, lines: [...known.lines, ...value] } : { ...known, to: known.to + value.length };
    if (removed) at += value.length;
  }
  return open === null ? edits : [...edits, open];
}

function isSame(a: Edit, b: Edit): boolean {
  return (
    a.from === b.from &&
    a.to === b.to &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, at) => line === b.lines[at])
  );
}

/** Edits that do not touch, in their order. */
function withEdits(base: readonly string[], edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, lines } of edits) {
    parts.push(...base.slice(at, from), ...lines);
    at = to;
  }
  return [...parts, ...base.slice(at)].join("");
}

/** The number, from 1, of a line of the base once these edits are made. */
function lineAfter(line: number, edits: readonly Edit[]): number {
  const before = edits.filter(({ to }) => to <= line);
  return before.reduce((at, { from, to, lines }) => at + lines.length - (to - from), line) + 1;
}
