import type { Message } from "../../../src-preload/contract/records.ts";
import { createMarkdownStream, rowsOf } from "./markdown-stream.ts";
import { dim, indented, type Line, lines, wrapLine } from "./styled-line.ts";

const maxRows = 16;

/** The last exchange of a chat that is gone on with, its beginning left out where it is long. */
export function recentLines(messages: readonly Message[], width: number): readonly Line[] {
  const shown = messages.filter(({ hidden, role, content }) => hidden !== true && content !== "" && role !== "tool");
  const asked = shown.findLast(({ role }) => role === "user");
  if (asked === undefined) return [];
  const answered = shown.slice(shown.indexOf(asked) + 1).findLast(({ role }) => role === "assistant");
  const rows = [
    ...askedRows(asked.content, width),
    ...(answered === undefined ? [] : answerRows(answered.content, width)),
  ];
  return [[], ...rows, []];
}

function askedRows(content: string, width: number): readonly Line[] {
  const all = lines(content).flatMap((each, at) => wrapLine(indented(each, at === 0 ? "› " : "  "), width, 2));
  const rows = all.map((row) => row.map((piece) => ({ ...piece, style: { dim: true } })));
  return rows.length <= maxRows / 2 ? rows : [...rows.slice(0, maxRows / 2), dim("  …")];
}

function answerRows(content: string, width: number): readonly Line[] {
  const markdown = createMarkdownStream(() => width);
  const rows = [...markdown.push(content), ...markdown.finish(width)].flatMap((each) => rowsOf(each, width));
  return [[], ...(rows.length <= maxRows ? rows : [dim("…"), ...rows.slice(-maxRows)])];
}
