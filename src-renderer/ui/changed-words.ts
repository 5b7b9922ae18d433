import { diffWordsWithSpace } from "diff";
import type { ApprovalLine } from "../../src-preload/contract/approval-lines.ts";

/** A piece of a line of a change; what is changed in it is another word than in the line that it stands for. */
export interface WordPiece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Longer lines and more pairs are shown without their words; two lines that share too little are no pair. */
const maxLength = 1000;
const maxPairs = 300;
const maxEdits = 80;
const leastShared = 0.35;

/**
 * The pieces of the lines that were changed in part, by the place of the line. Of neighbours the first line that went
 * belongs to the first that came, and so on. What is looked at is bounded, however long the change is.
 */
export function changedWords(lines: readonly ApprovalLine[]): ReadonlyMap<number, readonly WordPiece[]> {
  const pieces = new Map<number, readonly WordPiece[]>();
  let left = maxPairs;
  for (let at = 0; at < lines.length && left > 0; ) {
    const removed = runOf(lines, at, "removed");
    const added = runOf(lines, at + removed, "added");
    for (let index = 0; index < Math.min(removed, added) && left > 0; index += 1) {
      const places = [at + index, at + removed + index] as const;
      const pair = pairOf(textOf(lines[places[0]]), textOf(lines[places[1]]));
      left -= 1;
      if (pair === null) continue;
      pieces.set(places[0], pair.removed);
      pieces.set(places[1], pair.added);
    }
    at += Math.max(1, removed + added);
  }
  return pieces;
}

function runOf(lines: readonly ApprovalLine[], from: number, kind: "added" | "removed"): number {
  let end = from;
  while (lines[end]?.kind === kind) end += 1;
  return end - from;
}

/** Null for a line of which something is folded away. */
function textOf(line: ApprovalLine | undefined): string | null {
  if (line === undefined || !("parts" in line)) return null;
  const [part, more] = line.parts;
  return part?.kind === "text" && more === undefined && part.text.length <= maxLength ? part.text : null;
}

function pairOf(before: string | null, after: string | null) {
  if (before === null || after === null) return null;
  const changes = diffWordsWithSpace(before, after, { maxEditLength: maxEdits });
  if (changes === undefined) return null;
  const shared = changes.reduce(
    (sum, { added, removed, value }) => sum + (added || removed ? 0 : value.trim().length),
    0,
  );
  if (shared < leastShared * Math.min(before.trim().length, after.trim().length)) return null;
  const side = (hidden: "added" | "removed", marked: "added" | "removed"): readonly WordPiece[] =>
    changes.filter((change) => !change[hidden]).map((change) => ({ text: change.value, isChanged: change[marked] }));
  return { removed: side("added", "removed"), added: side("removed", "added") };
}
