import { inlineMarkdown } from "./inline-markdown.ts";
import { cutLine, dim, indented, type Line, line, span, wrapLine } from "./styled-line.ts";
import { isTableRule, tableRows } from "./table-rows.ts";

/*
 * An answer as it comes, for a terminal: a line of the source is drawn for good when it is whole, since what stands in the
 * scrollback cannot be drawn again. A table waits for its end, because its columns do.
 */

/** A line of an answer, and how it is broken into rows. */
export interface AnswerLine {
  readonly line: Line;
  /** Indent of the rows after the first; null: the terminal breaks it, so that code is copied as it is. */
  readonly hang: number | null;
}

export interface MarkdownStream {
  /** What is whole now. */
  push(text: string): readonly AnswerLine[];
  /** What is still coming, as far as it can be drawn. */
  open(width: number): readonly AnswerLine[];
  /** The rest; the next text begins anew. */
  finish(width: number): readonly AnswerLine[];
}

/** A longer table is drawn line by line as it is written. */
const maxTableLines = 300;
const ruleWidth = 40;
/** Quotations in one another that are drawn as such. */
const maxQuotes = 6;
/** Of a line that is still coming: more than a screen shows, and little enough to be drawn with each piece. */
const maxOpenChars = 8000;

interface Fence {
  readonly sign: string;
  readonly indent: number;
}

export function createMarkdownStream(widthNow: () => number): MarkdownStream {
  let rest = "";
  let fence: Fence | null = null;
  /** Lines that are, or may become, a table. */
  let table: readonly string[] = [];

  function flushTable(width: number): readonly AnswerLine[] {
    const held = table;
    table = [];
    if (isTableRule(held[1] ?? "")) return tableRows(held, width).map((row) => ({ line: row, hang: null }));
    return held.map((each) => textLine(each, false));
  }

  function whole(source: string, width: number): readonly AnswerLine[] {
    if (fence !== null) {
      if (!closes(source, fence)) return [code(source, fence)];
      fence = null;
      return [plain(dim("─".repeat(Math.min(width, ruleWidth))))];
    }
    const fits = source.includes("|") && table.length < maxTableLines && (table.length !== 1 || isTableRule(source));
    if (fits) {
      table = [...table, source];
      return [];
    }
    const before = flushTable(width);
    if (source.includes("|")) {
      table = [source];
      return before;
    }
    const opened = fenceOf(source);
    if (opened === null) return [...before, textLine(source, false)];
    fence = opened.fence;
    return [...before, plain(dim(fenceTitle(opened.language, width)))];
  }

  return {
    push(text) {
      rest += text.replaceAll("\r\n", "\n");
      const parts = rest.split("\n");
      rest = parts.pop() ?? "";
      const width = widthNow();
      return parts.flatMap((part) => whole(part, width));
    },
    open(width) {
      const held = isTableRule(table[1] ?? "")
        ? tableRows(table, width).map(plain)
        : table.map((each) => textLine(each, false));
      if (rest === "") return held;
      if (fence !== null) return [code(rest, fence)];
      return [
        ...held,
        isTableRule(table[1] ?? "") ? plain(cutLine(dim(rest), width)) : textLine(rest.slice(-maxOpenChars), true),
      ];
    },
    finish(width) {
      const last = rest === "" ? [] : whole(rest, width);
      rest = "";
      fence = null;
      return [...last, ...flushTable(width)];
    },
  };
}

/** The rows of a line of an answer. */
export function rowsOf({ line: of, hang }: AnswerLine, width: number): readonly Line[] {
  return hang === null ? [of] : wrapLine(of, width, hang);
}

const plain = (of: Line): AnswerLine => ({ line: of, hang: null });

function code(source: string, { indent }: Fence): AnswerLine {
  const own = /^ */.exec(source)?.[0].length ?? 0;
  return { line: line(source.slice(Math.min(own, indent))), hang: null };
}

function fenceOf(source: string): { readonly fence: Fence; readonly language: string } | null {
  const found = /^( *)(`{3,}|~{3,})([^`]*)$/.exec(source.trimEnd());
  if (found === null) return null;
  const [, indent = "", sign = "", language = ""] = found;
  return { fence: { sign, indent: indent.length }, language: language.trim() };
}

function fenceTitle(language: string, width: number): string {
  const title = language === "" ? "" : ` ${language} `;
  return `──${title}${"─".repeat(Math.max(0, Math.min(width, ruleWidth) - 2 - title.length))}`;
}

function closes(source: string, { sign }: Fence): boolean {
  const words = source.trim();
  return words.length >= sign.length && words === (sign[0] ?? "").repeat(words.length);
}

/** A heading, an item of a list, a quotation, a rule, or words. */
function textLine(source: string, isOpen: boolean, depth = 0): AnswerLine {
  const heading = /^ {0,3}(#{1,6}) +(?=\S)/.exec(source);
  if (heading !== null) {
    const style = heading[1]?.length === 1 ? { bold: true, underline: true } : { bold: true };
    const words = source.slice(heading[0].length).trimEnd();
    return { line: inlineMarkdown(words.replace(/ #{1,6}$/, ""), style, isOpen), hang: 0 };
  }
  if (/^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/.test(source)) return plain(dim("─".repeat(ruleWidth)));
  const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/.exec(source);
  if (item !== null) return listItem(item, isOpen);
  const quote = /^\s{0,3}>\s?(.*)$/.exec(source);
  if (quote !== null && depth < maxQuotes) {
    const inner = textLine(quote[1] ?? "", isOpen, depth + 1);
    return { line: indented(inner.line, "▏ ", { dim: true }), hang: 2 + (inner.hang ?? 0) };
  }
  const indent = /^ */.exec(source)?.[0].length ?? 0;
  return { line: inlineMarkdown(source, {}, isOpen), hang: indent };
}

function listItem(found: RegExpExecArray, isOpen: boolean): AnswerLine {
  const [, indent = "", sign = "", task, words = ""] = found;
  const bullet = /\d/.test(sign) ? sign : "•";
  const box = task === undefined ? "" : task === " " ? "☐ " : "☑ ";
  const lead = `${indent}${bullet} ${box}`;
  return { line: [span(lead, { colour: "cyan" }), ...inlineMarkdown(words, {}, isOpen)], hang: lead.length };
}
