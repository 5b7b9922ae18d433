import { inlineMarkdown } from "./inline-markdown.ts";
import { type Line, lineWidth, type Span, span, wrapLine } from "./styled-line.ts";

/* A Markdown table as rows of a terminal. Pure. */

/** Narrower columns would hold no word. */
const minColumn = 4;
const gap = " │ ";

/** The second line of a table. */
export function isTableRule(source: string): boolean {
  return source.includes("|") && /^\|?(?: *:?-+:? *\|)* *:?-+:? *\|?$/.test(source.trim());
}

/** `lines`: the head, the rule and what follows. */
export function tableRows(lines: readonly string[], width: number): readonly Line[] {
  const [head = "", , ...rest] = lines;
  const cells = [head, ...rest].map((each, index) =>
    cellsOf(each).map((cell) => inlineMarkdown(cell, index === 0 ? { bold: true } : {})),
  );
  const count = Math.max(...cells.map((row) => row.length));
  const natural = Array.from({ length: count }, (_, at) =>
    Math.max(1, ...cells.map((row) => lineWidth(row[at] ?? []))),
  );
  const widths = fitColumns(natural, width - gap.length * (count - 1));
  const rule: Line = [span(widths.map((each) => "─".repeat(each)).join("─┼─"), { dim: true })];
  return cells.flatMap((row, index) => [...rowOf(row, widths), ...(index === 0 ? [rule] : [])]);
}

/** A cell may hold an escaped bar. */
function cellsOf(source: string): readonly string[] {
  const inner = source
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** The widest columns give until all fit; then the terminal cuts. */
function fitColumns(natural: readonly number[], room: number): readonly number[] {
  const widths = [...natural];
  for (let over = widths.reduce((sum, each) => sum + each, 0) - room; over > 0; over -= 1) {
    const widest = widths.indexOf(Math.max(...widths));
    const size = widths[widest] ?? 0;
    if (size <= minColumn) break;
    widths[widest] = size - 1;
  }
  return widths;
}

function rowOf(row: readonly Line[], widths: readonly number[]): readonly Line[] {
  const wrapped = widths.map((width, at) => wrapLine(row[at] ?? [], width));
  const height = Math.max(1, ...wrapped.map((cell) => cell.length));
  return Array.from({ length: height }, (_, line) =>
    wrapped.flatMap((cell, at): readonly Span[] => {
      const part = cell[line] ?? [];
      const isLast = at === widths.length - 1;
      const pad = Math.max(0, (widths[at] ?? 0) - lineWidth(part));
      return [...part, ...(isLast ? [] : [span(" ".repeat(pad)), span(gap, { dim: true })])];
    }),
  );
}
