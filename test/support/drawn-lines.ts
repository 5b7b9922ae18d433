import { revealExactly } from "../../src-preload/contract/reveal-controls.ts";

/** A line as it was drawn: its pieces, or how many lines stand for themselves as a count. */
export type Drawn =
  | { readonly kind: "line"; readonly pieces: readonly Piece[] }
  | { readonly kind: "blank-lines" | "more-lines"; readonly count: number };
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "blanks" | "more"; readonly count: number };

/**
 * Walks a text along what was drawn of it: each character is drawn, or is one of a count; the first and the last
 * are drawn. Answers what is wrong, or "".
 */
export function missingFrom(body: string, drawn: readonly Drawn[]): string {
  const lines = revealExactly(body).split("\n");
  if (drawn[0]?.kind === "more-lines" || drawn.at(-1)?.kind === "more-lines") return "a fold without both of its ends";
  let at = 0;
  for (const line of drawn) {
    if (line.kind === "line") {
      const wrong = missingFromLine(lines[at] ?? "", line.pieces);
      if (wrong !== "") return `line ${at + 1}: ${wrong}`;
      at += 1;
      continue;
    }
    const counted = lines.slice(at, at + line.count);
    if (counted.length !== line.count) return `more lines are counted than there are: ${line.count}`;
    if (line.kind === "blank-lines" && counted.some((text) => /[^ \t+-]/.test(text))) return "a line that is not blank";
    at += line.count;
  }
  return at === lines.length ? "" : `${lines.length - at} lines are missing`;
}

function missingFromLine(line: string, pieces: readonly Piece[]): string {
  if (pieces[0]?.kind === "more" || pieces.at(-1)?.kind === "more") return "a fold without both of its ends";
  let at = 0;
  for (const piece of pieces) {
    if (piece.kind === "text") {
      if (!line.startsWith(piece.text, at)) return `${JSON.stringify(piece.text)} stands where another text does`;
      at += piece.text.length;
      continue;
    }
    if (piece.kind === "blanks" && /[^ \t]/.test(line.slice(at, at + piece.count))) return "blanks that are none";
    at += piece.count;
  }
  return at === line.length ? "" : `${JSON.stringify(line.slice(at, at + 80))} is missing`;
}
