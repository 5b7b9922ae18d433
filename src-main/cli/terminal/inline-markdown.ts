import { type Line, type Span, type Style, span } from "./styled-line.ts";

/*
 * Markdown within one line. Nothing is dropped but marks that are closed; what is no mark stands as it was written. Looking
 * for the other end of a mark is bounded, so that a hostile line takes time in proportion to its length.
 */

const maxReach = 2000;
const maxDepth = 4;

interface Mark {
  readonly sign: string;
  readonly style: Style;
  /** Only at the edge of words: `snake_case_name` is no emphasis. */
  readonly wordsOnly: boolean;
}

const marks: readonly Mark[] = [
  { sign: "**", style: { bold: true }, wordsOnly: false },
  { sign: "__", style: { bold: true }, wordsOnly: true },
  { sign: "~~", style: { strike: true }, wordsOnly: false },
  { sign: "*", style: { italic: true }, wordsOnly: false },
  { sign: "_", style: { italic: true }, wordsOnly: true },
];

const codeStyle: Style = { colour: "cyan" };
const linkStyle: Style = { underline: true };
const dimStyle: Style = { dim: true };

interface Piece {
  readonly spans: readonly Span[];
  readonly length: number;
}

/** `isOpen`: the line is still coming, and a mark without its end holds to the end of what is there. */
export function inlineMarkdown(source: string, style: Style = {}, isOpen = false, depth = 0): Line {
  const spans: Span[] = [];
  let plain = "";
  let at = 0;
  const around: Around = { style, isOpen, depth, unclosed: new Map() };
  const flush = (): void => {
    if (plain !== "") spans.push(span(plain, style));
    plain = "";
  };
  while (at < source.length) {
    const piece = pieceAt(source, at, around);
    if (piece === null) {
      plain += source[at];
      at += 1;
      continue;
    }
    flush();
    spans.push(...piece.spans);
    at += piece.length;
  }
  flush();
  return spans;
}

interface Around {
  readonly style: Style;
  readonly isOpen: boolean;
  readonly depth: number;
  /** Up to where each mark is known to have no other end. */
  readonly unclosed: Map<string, number>;
}

function pieceAt(source: string, at: number, around: Around): Piece | null {
  switch (source[at]) {
    case "\\":
      return /[!-/:-@[-`{-~]/.test(source[at + 1] ?? "")
        ? { spans: [span(source[at + 1] ?? "", around.style)], length: 2 }
        : null;
    case "`":
      return codeAt(source, at, around);
    case "[":
    case "!":
      return linkAt(source, at, around);
    case "*":
    case "_":
    case "~":
      return emphasisAt(source, at, around);
    default:
      return null;
  }
}

function codeAt(source: string, at: number, { style, isOpen }: Around): Piece | null {
  const ticks = /^`+/.exec(source.slice(at, at + 16))?.[0] ?? "`";
  const from = at + ticks.length;
  let end = source.slice(0, from + maxReach).indexOf(ticks, from);
  while (end >= 0 && source[end + ticks.length] === "`") {
    const rest = /^`+/.exec(source.slice(end))?.[0].length ?? 1;
    end = source.slice(0, from + maxReach).indexOf(ticks, end + rest);
  }
  if (end < 0) {
    // All of the run of backticks, so that none of them opens anything else.
    if (!isOpen) return { spans: [span(ticks, style)], length: ticks.length };
    return { spans: [span(source.slice(from), { ...style, ...codeStyle })], length: source.length - at };
  }
  const inner = source.slice(from, end);
  const words = /^ .*\S.* $/.test(inner) ? inner.slice(1, -1) : inner;
  return { spans: [span(words, { ...style, ...codeStyle })], length: end + ticks.length - at };
}

function linkAt(source: string, at: number, around: Around): Piece | null {
  const found = /^(!?)\[([^\]\n]{0,500})\]\(\s*<?([^)\s>]{0,1000})>?(?:\s+"[^"]*")?\s*\)/.exec(
    source.slice(at, at + maxReach),
  );
  if (found === null) return null;
  const [whole, , label = "", target = ""] = found;
  const words = inlineMarkdown(label, { ...around.style, ...linkStyle }, false, around.depth + 1);
  const shown = label === target || target === "" ? [] : [span(` (${target})`, { ...around.style, ...dimStyle })];
  return { spans: [...words, ...shown], length: whole.length };
}

function emphasisAt(source: string, at: number, around: Around): Piece | null {
  if (around.depth >= maxDepth) return null;
  for (const mark of marks) {
    if (!source.startsWith(mark.sign, at)) continue;
    const from = at + mark.sign.length;
    if (!/\S/.test(source[from] ?? " ") || (mark.wordsOnly && isWord(source[at - 1]))) continue;
    if (!around.isOpen && (around.unclosed.get(mark.sign) ?? 0) > from) continue;
    const end = closeOf(source, from, mark);
    if (end < 0) around.unclosed.set(mark.sign, from + maxReach);
    if (end < 0 && !around.isOpen) continue;
    const inner = source.slice(from, end < 0 ? undefined : end);
    const style = { ...around.style, ...mark.style };
    const spans = inlineMarkdown(inner, style, end < 0, around.depth + 1);
    return { spans, length: end < 0 ? source.length - at : end + mark.sign.length - at };
  }
  return null;
}

function closeOf(source: string, from: number, { sign, wordsOnly }: Mark): number {
  const within = source.slice(from, from + maxReach);
  for (let at = within.indexOf(sign, 1); at >= 0; at = within.indexOf(sign, at + 1)) {
    const isDouble = sign.length === 1 && (within[at + 1] === sign || within[at - 1] === sign);
    if (isDouble || !/[^\s\\]/.test(within[at - 1] ?? " ")) continue;
    if (wordsOnly && isWord(within[at + sign.length])) continue;
    return from + at;
  }
  return -1;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
