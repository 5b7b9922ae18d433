/*
 * How hard a Markdown text is to parse, told by a walk over it. Parsers take quadratic time for marks that never close and
 * for long lists, and call themselves once a level for what lies in each other: what is above these bounds is drawn as the
 * text it is.
 */

/** Levels of quotes and lists in each other. */
const maxDepth = 24;
/** Marks between two blank lines: a parser compares each with each there. */
const maxMarksTogether = 1500;
/** Columns of one table, and its cells: a row that is short is filled up. */
const maxColumns = 200;
const maxCells = 10_000;
/** Lines of a text that begin an item or a quote. */
export const maxItems = 1500;
/** What drawing one text may cost: a mark and a line are each one, an item is five. */
export const maxCost = 12_000;
const itemCost = 4;

const marker = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;
/** The line between the head of a table and its rows. */
const tableRule = /^(?=.*\|)(?=.*-)[ \t|:-]+$/;
const mark = /([*_~`$])\1*|[[\]<&\\@]|https?:|www\./gi;

export interface Hardness {
  readonly cost: number;
  readonly isTooHard: boolean;
}

/** Of a block that a parser is to read, its code as well. */
export function hardnessOf(markdown: string): Hardness {
  let cost = 0;
  let together = 0;
  let isTooHard = false;
  for (const line of markdown.split("\n")) {
    const depth = depthOf(line);
    const marks = countOf(line, mark);
    // The cells of a row are read one by one.
    together = /^\s*(?:\||$)/.test(line) ? marks : together + marks;
    const columns = line.includes("|") ? line.split("|").length : 0;
    cost += 1 + depth + (depth > 0 ? itemCost : 0) + marks + columns;
    if (depth > maxDepth || together > maxMarksTogether || columns > maxColumns) isTooHard = true;
  }
  return { cost, isTooHard: isTooHard || cost > maxCost };
}

/** What looking for the blocks of a part takes, before its marks are looked at. */
export function structureOf(part: string): { readonly items: number; readonly isTooHard: boolean } {
  const lines = part.split("\n");
  let items = 0;
  let isTooDeep = false;
  let columns = 0;
  for (const line of lines) {
    const depth = depthOf(line);
    if (depth > 0) items += 1;
    if (depth > maxDepth) isTooDeep = true;
    if (tableRule.test(line)) columns = Math.max(columns, line.split("|").length);
  }
  return { items, isTooHard: isTooDeep || columns > maxColumns || columns * lines.length > maxCells };
}

/** How deep a line lies: items and quotes that it begins, and the columns before each. */
function depthOf(line: string): number {
  let depth = 0;
  let end = 0;
  for (;;) {
    marker.lastIndex = end;
    const found = marker.exec(line);
    if (found === null) return depth;
    depth += 1 + Math.floor(widthOf(found[0]) / 4);
    end = marker.lastIndex;
  }
}

function widthOf(text: string): number {
  const tabs = text.split("\t").length - 1;
  return text.length + 3 * tabs;
}

function countOf(line: string, pattern: RegExp): number {
  return line.match(pattern)?.length ?? 0;
}
