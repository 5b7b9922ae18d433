import type { StructuredPatch } from "diff";
import type { ChangeHunk } from "../../src-preload/contract/changes.ts";

/** More changed lines than this are not compared: it would take long, and nobody reads it. */
const maxChanges = 4000;
const maxHunks = 200;
const maxLines = 3000;
const maxLineChars = 500;

export interface TextHunks {
  readonly patch: StructuredPatch;
  readonly hunks: readonly ChangeHunk[];
  readonly more: number;
  readonly added: number;
  readonly removed: number;
}

/** The places in which two texts differ; null where they differ too much to be compared. */
export async function hunksBetween(before: string, after: string): Promise<TextHunks | null> {
  const { structuredPatch } = await import("diff");
  const patch = structuredPatch("", "", before, after, "", "", { context: 3, maxEditLength: maxChanges });
  if (patch === undefined) return null;
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const shown: ChangeHunk[] = [];
  let count = 0;
  for (const hunk of patch.hunks) {
    count += hunk.lines.length;
    if (shown.length >= maxHunks || (count > maxLines && shown.length > 0)) break;
    const head = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
    shown.push({ lines: [head, ...hunk.lines.slice(0, maxLines).map(shownLine)] });
  }
  return {
    patch,
    hunks: shown,
    more: patch.hunks.length - shown.length,
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
  };
}

function shownLine(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  return text.length > maxLineChars ? `${text.slice(0, maxLineChars)}…` : text;
}

/** The later text with some of its places as they were; null where that cannot be said. */
export async function withoutHunks(
  after: string,
  patch: StructuredPatch,
  taken: ReadonlySet<number>,
): Promise<string | null> {
  const { applyPatch, reversePatch } = await import("diff");
  const chosen = { ...patch, hunks: patch.hunks.filter((_, index) => taken.has(index)) };
  // Places that are not taken back stay where they are, so that those that are lie where the later text has them.
  const applied = applyPatch(after, reversePatch(chosen), { autoConvertLineEndings: false });
  return applied === false ? null : applied;
}
