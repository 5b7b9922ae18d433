import { distance } from "fastest-levenshtein";
import { linesOf } from "./text-diff.ts";

const maxShownLines = 12;
const maxComparedLines = 20_000;
const maxComparedChars = 400;
const maxShownChars = 300;

/** Why a text was not found: where the most similar one is and how it differs. For the model. */
export function describeNearest(text: string, wanted: string): string {
  const lines = linesOf(text);
  const count = Math.max(1, linesOf(wanted).length);
  const spaced = indexWithoutSpace(text, wanted, (part) => part);
  if (spaced !== null) return shown(lines, spaced, count, "differs only in white space or line breaks");
  const cased = indexWithoutSpace(text, wanted, (part) => part.toLowerCase());
  if (cased !== null) return shown(lines, cased, count, "differs only in upper and lower case or white space");
  const similar = mostSimilarLine(lines, wanted);
  if (similar !== null) return shown(lines, similar, count, "is the most similar");
  return "Nothing similar is in the file: read it again.";
}

/** The line, from 0, where the text stands apart from white space; null when it does not, or in several places. */
function indexWithoutSpace(text: string, wanted: string, plain: (part: string) => string): number | null {
  const needle = plain(wanted.replace(/\s+/g, ""));
  if (needle === "") return null;
  const starts: number[] = [];
  let squeezed = "";
  for (const line of text.split("\n")) {
    starts.push(squeezed.length);
    squeezed += plain(line.replace(/\s+/g, ""));
  }
  const at = squeezed.indexOf(needle);
  if (at < 0) return null;
  let line = 0;
  for (const [index, start] of starts.entries()) if (start <= at) line = index;
  return line;
}

function mostSimilarLine(lines: readonly string[], wanted: string): number | null {
  const wantedLines = linesOf(wanted);
  const offset = wantedLines.reduce(
    (best, line, index) => (line.trim().length > (wantedLines[best] ?? "").trim().length ? index : best),
    0,
  );
  const target = comparable(wantedLines[offset] ?? "");
  if (target.length < 3) return null;
  let best = { index: -1, share: 0.5 };
  for (const [index, line] of lines.slice(0, maxComparedLines).entries()) {
    const candidate = comparable(line);
    const longer = Math.max(candidate.length, target.length);
    if (Math.abs(candidate.length - target.length) > longer / 2) continue;
    const share = 1 - distance(target, candidate) / longer;
    if (share > best.share) best = { index, share };
  }
  return best.index < 0 ? null : Math.max(0, best.index - offset);
}

function comparable(line: string): string {
  return line.trim().slice(0, maxComparedChars);
}

function shown(lines: readonly string[], start: number, count: number, how: string): string {
  const part = lines
    .slice(start, start + Math.min(count, maxShownLines))
    .map((line, index) => `${start + index + 1}\t${line.slice(0, maxShownChars)}`);
  return `The text at line ${start + 1} ${how}:\n${part.join("\n")}`;
}
