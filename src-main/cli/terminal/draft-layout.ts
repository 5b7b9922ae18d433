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

interface Placed {
  readonly texts: readonly string[];
  readonly row: number;
  readonly column: number;
}

export function layoutDraft(draft: Draft, room: DraftRoom): DraftRows {
  const lead = widthOf(room.label);
  const placed = place(draft, Math.max(2, room.width - lead - 1));
  const count = placed.texts.length;
  const shown = Math.max(1, Math.min(count, room.maxRows));
  const first = Math.min(Math.max(0, placed.row - Math.floor(shown / 2)), count - shown);
  const rows = placed.texts.slice(first, first + shown).map((words, at) => {
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

/** Breaks at the width by characters: what is typed must not jump about. */
function place({ text, cursor }: Draft, width: number): Placed {
  const texts: string[] = [];
  let at = 0;
  let row = 0;
  let column = 0;
  for (const source of text.split("\n")) {
    let shown = "";
    let used = 0;
    const mark = (): void => {
      row = texts.length;
      column = used;
    };
    for (const grapheme of graphemesOf(source)) {
      const words = visible(grapheme);
      const size = widthOf(words);
      if (used + size > width) {
        texts.push(shown);
        shown = "";
        used = 0;
      }
      if (at <= cursor && cursor < at + grapheme.length) mark();
      shown += words;
      used += size;
      at += grapheme.length;
    }
    if (at === cursor) {
      // A full row has no place left for the cursor.
      if (used >= width) {
        texts.push(shown);
        shown = "";
        used = 0;
      }
      mark();
    }
    texts.push(shown);
    at += 1;
  }
  return { texts, row, column };
}

/** Pasted text may hold anything; it is sent as it is and shown as what it is. */
function visible(grapheme: string): string {
  if (grapheme === "\t") return "    ";
  const code = grapheme.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f || (code >= 0x80 && code < 0xa0) ? "·" : grapheme;
}
