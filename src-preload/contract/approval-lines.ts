import { type DiffLine, readDiff } from "./diff-lines.ts";
import type { BodyKind } from "./records.ts";
import { revealExactly } from "./reveal-controls.ts";

/** A piece of a line: text as it stands, or how many characters are folded away in its place. */
export type LinePart =
  | { readonly kind: "text"; readonly text: string }
  /** A long run of blanks. */
  | { readonly kind: "blanks"; readonly count: number }
  /** The middle of a long line. */
  | { readonly kind: "more"; readonly count: number };

type Parts = { readonly parts: readonly LinePart[] };

/** A line of what is asked, ready to be drawn. */
export type ApprovalLine =
  | (Parts & { readonly kind: "plain" | "hunk" | "other" })
  | (Parts & { readonly kind: "context" | "added" | "removed"; readonly number: number })
  /** A run of blank lines. */
  | { readonly kind: "blank-lines"; readonly count: number }
  /** The middle of a long text. */
  | { readonly kind: "more-lines"; readonly count: number };

export interface ApprovalRoom {
  /** Lines that stand before and after the fold. */
  readonly first: number;
  readonly last: number;
  /** Shows the middle of long texts and long lines as well. Runs of blanks stay folded. */
  readonly isWhole?: boolean;
}

interface Body {
  readonly bodyKind: BodyKind;
  readonly body: string;
}

const fewestBlankLines = 3;
/** Columns of blanks in a line from which they are counted; a tab is eight of them. */
const widestBlanks = 40;
const blankRun = /[ \t]{5,}/g;
const lineStart = 600;
const lineEnd = 300;

/**
 * What a person decides by, as lines for a window or a terminal. It is read by the kind that the subject gives it and
 * never by its text. Every character is in a line as itself or by its name, or in a count; a fold has both of its ends shown.
 */
export function layOutBody({ bodyKind, body }: Body, room: ApprovalRoom): readonly ApprovalLine[] {
  if (body === "") return [];
  const plain = revealExactly(body);
  const lines: readonly (DiffLine | { readonly kind: "plain"; readonly text: string })[] =
    bodyKind === "diff" ? readDiff(plain) : plain.split("\n").map((text) => ({ kind: "plain", text }));
  return foldMiddle(foldBlankLines(lines, room.isWhole === true), room);
}

type ReadLine = DiffLine | { readonly kind: "plain"; readonly text: string };

function foldBlankLines(lines: readonly ReadLine[], isWhole: boolean): readonly ApprovalLine[] {
  const folded: ApprovalLine[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (lines[end]?.text.trim() === "") end += 1;
    if (end - at >= fewestBlankLines) {
      folded.push({ kind: "blank-lines", count: end - at });
      at = end;
      continue;
    }
    const line = lines[at];
    if (line !== undefined) folded.push({ ...withoutText(line), parts: partsOf(line.text, isWhole) });
    at += 1;
  }
  return folded;
}

function withoutText(line: ReadLine) {
  return "number" in line ? { kind: line.kind, number: line.number } : { kind: line.kind };
}

/** Where blank lines were folded in the middle, they are counted with it. */
function foldMiddle(lines: readonly ApprovalLine[], { first, last, isWhole }: ApprovalRoom): readonly ApprovalLine[] {
  const middle = lines.slice(first, lines.length - last);
  if (isWhole === true || lines.length <= first + last || middle.length <= 1) return lines;
  const count = middle.reduce((sum, line) => sum + ("count" in line ? line.count : 1), 0);
  return [...lines.slice(0, first), { kind: "more-lines", count }, ...lines.slice(lines.length - last)];
}

function partsOf(line: string, isWhole: boolean): readonly LinePart[] {
  const parts: LinePart[] = [];
  let from = 0;
  for (const run of line.matchAll(blankRun)) {
    if (widthOf(run[0]) < widestBlanks) continue;
    if (run.index > from) parts.push({ kind: "text", text: line.slice(from, run.index) });
    parts.push({ kind: "blanks", count: run[0].length });
    from = run.index + run[0].length;
  }
  if (from < line.length) parts.push({ kind: "text", text: line.slice(from) });
  return isWhole ? parts : foldLine(parts);
}

function widthOf(blanks: string): number {
  return [...blanks].reduce((width, blank) => width + (blank === "\t" ? 8 : 1), 0);
}

/** The middle of a long line as a count, whatever it is made of. */
function foldLine(parts: readonly LinePart[]): readonly LinePart[] {
  const length = parts.reduce((sum, part) => sum + shownLength(part), 0);
  if (length <= lineStart + lineEnd) return parts;
  const head = takeFrom(parts, lineStart);
  const tail = takeFrom([...parts].reverse(), lineEnd, true);
  const count = sizeOf(parts) - sizeOf(head) - sizeOf(tail);
  return [...head, { kind: "more", count }, ...tail.reverse()];
}

/** A count takes the room of a few words. */
const countLength = 16;

function shownLength(part: LinePart): number {
  return part.kind === "text" ? part.text.length : countLength;
}

function sizeOf(parts: readonly LinePart[]): number {
  return parts.reduce((sum, part) => sum + (part.kind === "text" ? part.text.length : part.count), 0);
}

function takeFrom(parts: readonly LinePart[], room: number, isFromEnd = false): LinePart[] {
  const taken: LinePart[] = [];
  let left = room;
  for (const part of parts) {
    if (left <= 0) break;
    if (part.kind === "text" && part.text.length > left) {
      taken.push({ kind: "text", text: isFromEnd ? part.text.slice(-left) : part.text.slice(0, left) });
      break;
    }
    taken.push(part);
    left -= shownLength(part);
  }
  return taken;
}
