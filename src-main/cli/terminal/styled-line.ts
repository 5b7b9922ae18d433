import { stripControls } from "../../../src-preload/contract/reveal-controls.ts";
import { graphemesOf, widthOf } from "./text-width.ts";

/* What is shown on a terminal, before it becomes bytes: lines of pieces that know how they look. All pure. */

export type Colour = "red" | "green" | "yellow" | "blue" | "magenta" | "cyan";

export interface Style {
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly colour?: Colour;
}

export interface Span {
  readonly text: string;
  readonly style: Style;
}

/** One line; nothing in it breaks it. */
export type Line = readonly Span[];

const plainStyle: Style = {};
const dimStyle: Style = { dim: true };
const tabWidth = 4;

/** One piece of a line: no control, no line end and no tab of the text reaches the terminal. */
export function span(words: string, style: Style = plainStyle): Span {
  return { text: stripControls(words).replaceAll("\t", " ".repeat(tabWidth)).replaceAll("\n", " "), style };
}

export function line(words: string, style: Style = plainStyle): Line {
  return words === "" ? [] : [span(words, style)];
}

/** Lines below a blank row, which may be there already. */
export function apart(of: readonly Line[], isBelowBlank: boolean): readonly Line[] {
  return isBelowBlank ? of : [[], ...of];
}

/** Whether a blank row stands at the end, when these lines are printed. */
export function endsBlank(of: readonly Line[], before: boolean): boolean {
  const last = of.at(-1);
  return last === undefined ? before : textOf(last).trim() === "";
}

/** Text of several lines. */
export function lines(words: string, style: Style = plainStyle): readonly Line[] {
  return stripControls(words)
    .split("\n")
    .map((each) => line(each, style));
}

export const dim = (words: string): Line => line(words, dimStyle);

export function indented(of: Line, words: string, style: Style = plainStyle): Line {
  return [span(words, style), ...of];
}

export function textOf(of: Line): string {
  return of.map(({ text }) => text).join("");
}

export function lineWidth(of: Line): number {
  return of.reduce((sum, { text }) => sum + widthOf(text), 0);
}

interface Word {
  readonly spans: readonly Span[];
  readonly width: number;
  readonly isBlank: boolean;
}

/** A line in rows of at most `width` cells, broken at blanks where it can be; rows after the first are indented by `hang`. */
export function wrapLine(of: Line, width: number, hang = 0): readonly Line[] {
  if (width < 2 || lineWidth(of) <= width) return [of];
  const indent = hang > 0 && hang < width / 2 ? hang : 0;
  const rows: Span[][] = [[]];
  let used = 0;
  const row = (): Span[] => rows.at(-1) ?? [];
  const next = (): void => {
    rows.push(indent > 0 ? [span(" ".repeat(indent))] : []);
    used = indent;
  };
  for (const word of wordsOf(of)) {
    if (used + word.width > width && used > (rows.length > 1 ? indent : 0)) {
      next();
      if (word.isBlank) continue;
    }
    for (const piece of word.width > width - used ? piecesOf(word) : word.spans) {
      const size = widthOf(piece.text);
      if (used + size > width) next();
      row().push(piece);
      used += size;
    }
  }
  return rows.map(joinSpans);
}

/** Words and the blanks between them; a word may have several styles. */
function wordsOf(of: Line): readonly Word[] {
  const words: { spans: Span[]; width: number; isBlank: boolean }[] = [];
  for (const { text, style } of of) {
    for (const part of text.split(/( +)/)) {
      if (part === "") continue;
      const isBlank = part.startsWith(" ");
      const last = words.at(-1);
      const piece = { text: part, style };
      if (last !== undefined && !isBlank && !last.isBlank) {
        last.spans.push(piece);
        last.width += widthOf(part);
      } else words.push({ spans: [piece], width: widthOf(part), isBlank });
    }
  }
  return words;
}

function piecesOf({ spans }: Word): readonly Span[] {
  return spans.flatMap(({ text, style }) => graphemesOf(text).map((grapheme) => ({ text: grapheme, style })));
}

/** Neighbours of the same style as one. */
function joinSpans(of: Line): Line {
  const joined: Span[] = [];
  for (const piece of of) {
    const last = joined.at(-1);
    if (last !== undefined && last.style === piece.style)
      joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}

/** A line cut to a width. */
export function cutLine(of: Line, width: number): Line {
  if (lineWidth(of) <= width) return of;
  const kept: Span[] = [];
  let used = 1;
  for (const piece of of.flatMap(({ text, style }) =>
    graphemesOf(text).map((grapheme) => ({ text: grapheme, style })),
  )) {
    used += widthOf(piece.text);
    if (used > width) break;
    kept.push(piece);
  }
  return joinSpans([...kept, span("…", kept.at(-1)?.style)]);
}
