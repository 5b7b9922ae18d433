import type { Draft } from "./draft.ts";
import { dim, type Line, line, type Style, span } from "./styled-line.ts";
import { graphemesOf, widthOf } from "./text-width.ts";

/** Rows of what is being typed, and where in them the cursor stands (both from 0). */
export interface DraftRows {
  readonly rows: readonly Line[];
  readonly cursor: { readonly row: number; readonly column: number };
}

export interface DraftRoom {
  readonly width: number;
  /** The most rows it may take; the part round the cursor is shown, and how much is above and below. */
  readonly maxRows: number;
  /** Before the first row; the others are indented as far. */
  readonly label: string;
  readonly labelStyle?: Style;
}

/** One row, and the part of the text that stands in it; the line end behind it is in none. */
interface PlacedRow {
  readonly words: string;
  readonly from: number;
  readonly to: number;
}

interface Placed {
  readonly rows: readonly PlacedRow[];
  readonly row: number;
  readonly column: number;
}

export function layoutDraft(draft: Draft, room: DraftRoom): DraftRows {
  const lead = widthOf(room.label);
  const placed = place(draft, roomForText(room));
  const count = placed.rows.length;
  const shown = Math.max(1, Math.min(count, room.maxRows));
  const first = Math.min(Math.max(0, placed.row - Math.floor(shown / 2)), count - shown);
  const rows = placed.rows.slice(first, first + shown).map(({ words }, at) => {
    const above = at === 0 && first > 0;
    const below = at === shown - 1 && first + shown < count;
    if ((above || below) && first + at !== placed.row) {
      const left = above ? first + 1 : count - first - shown + 1;
      return dim(`${" ".repeat(lead)}${above ? "↑" : "↓"} ${left}`);
    }
    const label = first + at === 0 ? span(room.label, room.labelStyle ?? { colour: "cyan" }) : span(" ".repeat(lead));
    return [label, ...line(words)];
  });
  return { rows, cursor: { row: placed.row - first, column: lead + placed.column } };
}

/** One row up or down as it is drawn, at the same column; null at the first or the last row. */
export function moveRow(draft: Draft, room: Pick<DraftRoom, "width" | "label">, by: -1 | 1): Draft | null {
  const { rows, row, column } = place(draft, roomForText(room));
  const target = rows[row + by];
  if (target === undefined) return null;
  const isBroken = rows[row + by + 1]?.from === target.to;
  return {
    text: draft.text,
    cursor: atColumn(draft.text.slice(target.from, target.to), column, isBroken) + target.from,
  };
}

/** The place in a row at a column; behind the last character of a broken row the cursor would stand in the next one. */
function atColumn(words: string, column: number, isBroken: boolean): number {
  const graphemes = graphemesOf(words);
  let at = 0;
  let used = 0;
  for (const grapheme of isBroken ? graphemes.slice(0, -1) : graphemes) {
    used += widthOf(visible(grapheme));
    if (used > column) break;
    at += grapheme.length;
  }
  return at;
}

function roomForText({ width, label }: Pick<DraftRoom, "width" | "label">): number {
  return Math.max(2, width - widthOf(label) - 1);
}

/** Breaks at the width by characters: what is typed must not jump about. */
function place({ text, cursor }: Draft, width: number): Placed {
  const rows: PlacedRow[] = [];
  let at = 0;
  let row = 0;
  let column = 0;
  for (const source of text.split("\n")) {
    let shown = "";
    let used = 0;
    let from = at;
    const mark = (): void => {
      row = rows.length;
      column = used;
    };
    const endRow = (): void => {
      rows.push({ words: shown, from, to: at });
      shown = "";
      used = 0;
      from = at;
    };
    for (const grapheme of graphemesOf(source)) {
      const words = visible(grapheme);
      const size = widthOf(words);
      if (used + size > width) endRow();
      if (at <= cursor && cursor < at + grapheme.length) mark();
      shown += words;
      used += size;
      at += grapheme.length;
    }
    if (at === cursor) {
      // A full row has no place left for the cursor.
      if (used >= width) endRow();
      mark();
    }
    endRow();
    at += 1;
  }
  return { rows, row, column };
}

/** Pasted text may hold anything; it is sent as it is and shown as what it is. */
function visible(grapheme: string): string {
  if (grapheme === "\t") return "    ";
  const code = grapheme.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f || (code >= 0x80 && code < 0xa0) ? "·" : grapheme;
}
