import { type DiffLine, readDiff } from "../../../src-preload/contract/diff-lines.ts";
import { assertNever } from "../../../src-preload/contract/result.ts";
import { text } from "../../words.ts";
import { dim, type Line, line, type Span, type Style, span } from "./styled-line.ts";

/* A unified diff as rows: the number of each line in a gutter, and a dim row where lines between two places are left out. Pure. */

const added: Style = { colour: "green" };
const removed: Style = { colour: "red" };
const context: Style = { dim: true };
const indent = "    ";
const gap = "···";

/** The lines of a diff without the names of its files. */
export function linesOfDiff(diff: string): readonly DiffLine[] {
  const all = readDiff(diff.replace(/\n$/, ""));
  return all.filter((each, at) => !(at < 4 && each.kind === "other" && /^(?:---|\+\+\+|Index:|=====)/.test(each.text)));
}

/** `(+1 -1)`, what changed in all. */
export function diffCount(diff: readonly DiffLine[]): Line {
  const count = (kind: DiffLine["kind"]): number => diff.filter((each) => each.kind === kind).length;
  return [
    span(" (", context),
    span(`+${count("added")}`, added),
    span(" "),
    span(`-${count("removed")}`, removed),
    span(")", context),
  ];
}

/** `most` rows of a diff, then how many more there are. */
export function diffRows(diff: readonly DiffLine[], most: number): readonly Line[] {
  const shown = diff[0]?.kind === "hunk" ? diff.slice(1) : diff;
  const gutter = Math.max(0, ...shown.map((each) => ("number" in each ? String(each.number).length : 0)));
  const rows = shown.slice(0, most).map((each) => diffRow(each, gutter));
  const left = shown.length - rows.length;
  return left > 0 ? [...rows, dim(`${indent}${text("terminal.moreLines", { count: left })}`)] : rows;
}

function diffRow(of: DiffLine, gutter: number): Line {
  switch (of.kind) {
    case "hunk":
      return dim(`${indent}${gap}`);
    case "other":
      return [span(indent + " ".repeat(gutter + 1)), ...line(of.text, context)];
    case "added":
      return [numbered(of.number, gutter), ...line(`+${of.text}`, added)];
    case "removed":
      return [numbered(of.number, gutter), ...line(`-${of.text}`, removed)];
    case "context":
      return [numbered(of.number, gutter), ...line(` ${of.text}`, context)];
    default:
      return assertNever(of);
  }
}

function numbered(number: number, gutter: number): Span {
  return span(`${indent}${String(number).padStart(gutter)} `, context);
}
