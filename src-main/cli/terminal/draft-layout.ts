import type { Draft } from "./draft.ts";
import { dim, type Line, line, type Style, span, wrapLine } from "./styled-line.ts";
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
  /** Before the first row; the others are indented as far. A long one has rows of its own above a draft of several. */
  readonly label: string;
  readonly labelStyle?: Style;
}

/** Columns before a draft that stands below its label. */
const belowLead = 2;
/** Columns that an answer of one letter needs. */
const leastBeside = 4;

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
  const { placed, lead, isBelow } = placeIn(draft, room);
  const labelStyle = room.labelStyle ?? { colour: "cyan" };
  const above = isBelow ? wrapLine(line(room.label.trimEnd(), labelStyle), room.width).slice(0, room.maxRows - 1) : [];
  const count = placed.rows.length;
  const shown = Math.max(1, Math.min(count, room.maxRows - above.length));
  const first = Math.min(Math.max(0, placed.row - Math.floor(shown / 2)), count - shown);
  const rows = placed.rows.slice(first, first + shown).map(({ words }, at) => {
    const hasMoreAbove = at === 0 && first > 0;
    const hasMoreBelow = at === shown - 1 && first + shown < count;
    if ((hasMoreAbove || hasMoreBelow) && first + at !== placed.row) {
      const left = hasMoreAbove ? first + 1 : count - first - shown + 1;
      return dim(`${" ".repeat(lead)}${hasMoreAbove ? "↑" : "↓"} ${left}`);
    }
    const isLabelled = first + at === 0 && !isBelow;
    return [isLabelled ? span(room.label, labelStyle) : span(" ".repeat(lead)), ...line(words)];
  });
  return {
    rows: [...above, ...rows],
    cursor: { row: above.length + placed.row - first, column: lead + placed.column },
  };
}

/** One row up or down as it is drawn, at the same column; null at the first or the last row. */
export function moveRow(draft: Draft, room: Pick<DraftRoom, "width" | "label">, by: -1 | 1): Draft | null {
  const { rows, row, column } = placeIn(draft, room).placed;
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

interface PlacedInRoom {
  readonly placed: Placed;
  /** Columns before each row. */
  readonly lead: number;
  /** The label stands above. */
  readonly isBelow: boolean;
}

/** Beside its label, as long as that leaves room for it: one row, or most of the width. */
function placeIn(draft: Draft, { width, label }: Pick<DraftRoom, "width" | "label">): PlacedInRoom {
  const lead = widthOf(label);
  const placed = place(draft, Math.max(2, width - lead - 1));
  const isShort = placed.rows.length === 1 && lead < width - leastBeside;
  if (lead <= width / 3 || isShort) return { placed, lead, isBelow: false };
  return { placed: place(draft, Math.max(2, width - belowLead - 1)), lead: belowLead, isBelow: true };
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
