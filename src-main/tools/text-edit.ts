import { type Folded, foldForms, foldSigns } from "./fold-text.ts";
import { describeNearest } from "./nearest-text.ts";

export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

export type EditPlan =
  | { readonly kind: "edited"; readonly text: string; readonly lines: readonly number[] }
  /** Why nothing is changed, for the model. */
  | { readonly kind: "refused"; readonly message: string };

interface Range {
  readonly start: number;
  readonly end: number;
}

const maxListedLines = 20;

/**
 * Replaces `oldText` in a text. It must occur once, unless all are wanted. Line ends and the normal form of accents are the
 * place's own: they make no difference where it does not occur letter by letter. Else a single place that differs only in
 * curly quotes, dashes or hard spaces is taken. What the edit leaves alone keeps its own characters, and the line ends of
 * the new text follow the place they come to.
 */
export async function planEdit(text: string, edit: TextEdit): Promise<EditPlan> {
  if (edit.oldText === "") return refused("oldText is empty: give the text to replace, or use write_file.");
  if (edit.oldText === edit.newText) return refused("oldText and newText are the same: there is nothing to change.");
  const found = findPlaces(text, edit);
  const [first] = found.ranges;
  if (first === undefined) return refused(`oldText was not found. ${describeNearest(text, edit.oldText)}`);
  if (found.ranges.length > 1 && !(edit.replaceAll && found.isExact)) {
    return refused(ambiguous(text, found.ranges, found.isExact));
  }
  const pieces: string[] = [];
  let position = 0;
  for (const range of found.ranges) {
    pieces.push(text.slice(position, range.start), await replacementFor(text, range, edit));
    position = range.end;
  }
  const edited = pieces.join("") + text.slice(position);
  if (edited === text) return refused("the edit would change nothing: apart from line ends, old and new are the same.");
  return { kind: "edited", text: edited, lines: lineNumbers(text, found.ranges) };
}

interface Places {
  readonly ranges: readonly Range[];
  /** Found letter by letter, or so but for line ends and normal forms. */
  readonly isExact: boolean;
}

function findPlaces(text: string, { oldText, replaceAll }: TextEdit): Places {
  const literal = occurrences(text, oldText, replaceAll ? oldText.length : 1).filter(
    (range) => !cutsLineEnd(text, range),
  );
  if (literal.length > 0 && !replaceAll) return { ranges: literal, isExact: true };
  const same = foldedPlaces(text, oldText, { fold: foldForms, replaceAll });
  if (same.length > 0) return { ranges: same, isExact: true };
  return { ranges: foldedPlaces(text, oldText, { fold: foldSigns, replaceAll: false }), isExact: false };
}

interface Folding {
  readonly fold: (text: string) => Folded;
  readonly replaceAll: boolean;
}

function foldedPlaces(text: string, oldText: string, { fold, replaceAll }: Folding): readonly Range[] {
  const folded = fold(text);
  const wanted = fold(oldText).text;
  return occurrences(folded.text, wanted, replaceAll ? wanted.length : 1).map(({ start, end }) => ({
    start: folded.origin(start),
    end: folded.origin(end),
  }));
}

/** One half of `\r\n` alone is no place to change. */
function cutsLineEnd(text: string, { start, end }: Range): boolean {
  return [start, end].some((at) => text[at] === "\n" && text[at - 1] === "\r");
}

/** With step 1 overlapping places count too: `aa` is ambiguous in `aaa`. */
function occurrences(text: string, wanted: string, step: number): readonly Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + step)) {
    ranges.push({ start: at, end: at + wanted.length });
  }
  return ranges;
}

async function replacementFor(text: string, range: Range, { oldText, newText }: TextEdit): Promise<string> {
  const place = text.slice(range.start, range.end);
  const ends = new Set(place.match(/\r?\n/g) ?? []);
  const lineEnd = ends.values().next().value ?? commonLineEnd(text);
  const isSame = withLineEnds(place, "\n") === withLineEnds(oldText, "\n");
  if (isSame && ends.size < 2) return lineEnd === null ? newText : withLineEnds(newText, lineEnd);
  return keepUnchanged(place, newText, lineEnd ?? "\n");
}

/** The new text, where each stretch that the edit leaves alone is taken from the place as it stands there. */
async function keepUnchanged(place: string, newText: string, lineEnd: string): Promise<string> {
  const { diffChars } = await import("diff");
  const plainNew = withLineEnds(newText, "\n");
  const folded = foldSigns(place);
  const foldedNew = foldSigns(plainNew);
  const changes = diffChars(folded.text, foldedNew.text, { maxEditLength: 2000 });
  if (changes === undefined) return withLineEnds(newText, lineEnd);
  let oldAt = 0;
  let newAt = 0;
  let result = "";
  for (const { value, added, removed } of changes) {
    const given = plainNew.slice(foldedNew.origin(newAt), foldedNew.origin(newAt + value.length));
    if (added) result += withLineEnds(given, lineEnd);
    else if (!removed) result += place.slice(folded.origin(oldAt), folded.origin(oldAt + value.length));
    if (!added) oldAt += value.length;
    if (!removed) newAt += value.length;
  }
  return result;
}

export function withLineEnds(text: string, lineEnd: string): string {
  return text.replace(/\r?\n/g, lineEnd);
}

/** Which most lines have; null where there is one line alone. */
export function commonLineEnd(text: string): "\r\n" | "\n" | null {
  const all = text.split("\n").length - 1;
  const long = text.split("\r\n").length - 1;
  if (all === 0) return null;
  return long * 2 > all ? "\r\n" : "\n";
}

function lineNumbers(text: string, ranges: readonly Range[]): readonly number[] {
  const numbers: number[] = [];
  let line = 1;
  let position = 0;
  for (const { start } of ranges) {
    for (let at = text.indexOf("\n", position); at >= 0 && at < start; at = text.indexOf("\n", at + 1)) line++;
    position = start;
    numbers.push(line);
  }
  return numbers;
}

function ambiguous(text: string, ranges: readonly Range[], isExact: boolean): string {
  const lines = lineNumbers(text, ranges);
  const more = lines.length > maxListedLines ? ` and ${lines.length - maxListedLines} more` : "";
  const where = `lines ${lines.slice(0, maxListedLines).join(", ")}${more}`;
  return isExact
    ? `oldText occurs ${ranges.length} times (${where}). Add lines around it so that it is unique, or set replaceAll.`
    : `oldText was not found. ${ranges.length} places differ only in quotes, dashes, spaces or line ends (${where}): copy one exactly.`;
}

function refused(message: string): EditPlan {
  return { kind: "refused", message };
}
