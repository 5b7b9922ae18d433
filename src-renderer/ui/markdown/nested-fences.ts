/*
 * Models put Markdown that has listings of its own into a listing with no longer a fence. By the letter of Markdown the
 * first inner fence without a language ends the outer listing, and the rest of the answer is turned inside out. Here an
 * inner fence with a language opens, and the next without one closes it.
 */

const fence = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^`]*)$/;
const isMarkdown = /^[ \t]*(?:markdown|md)\b/i;
const mayNest = /(?:`{3}|~{3})[ \t]*(?:markdown|md)\b/i;

interface Fence {
  readonly marks: string;
  readonly info: string;
}

/** The text with longer fences around Markdown that has fences in it. `isOpenEnd`: more may come. */
export function widenFences(text: string, isOpenEnd: boolean): string {
  if (!mayNest.test(text)) return text;
  const lines = text.split("\n");
  const fences = lines.map(fenceOf);
  // Where one is not closed, the letter of Markdown holds for it and for those behind it: each line is read once.
  let mayHold = true;
  for (let at = 0; at < lines.length; ) {
    const outer = fences[at];
    if (outer == null) {
      at += 1;
      continue;
    }
    const nested = mayHold && isMarkdown.test(outer.info) ? findNested(fences, at) : null;
    if (nested !== null && (nested.end !== null || isOpenEnd)) {
      widen(lines, { outer, longest: nested.longest, places: [at, ...(nested.end === null ? [] : [nested.end])] });
      at = (nested.end ?? lines.length) + 1;
      continue;
    }
    if (nested !== null) mayHold = false;
    at = plainEnd(fences, at) + 1;
  }
  return lines.join("\n");
}

function fenceOf(line: string): Fence | null {
  const found = fence.exec(line);
  return found === null ? null : { marks: found[1] ?? "", info: (found[2] ?? "").trim() };
}

function isAsLong({ marks }: Fence, outer: Fence): boolean {
  return marks[0] === outer.marks[0] && marks.length >= outer.marks.length;
}

interface Nested {
  /** The line of its end; null where there is none. */
  readonly end: number | null;
  /** Of the fences inside that would end it; 0 where there is none. */
  readonly longest: number;
}

function findNested(fences: readonly (Fence | null)[], from: number): Nested {
  const outer = fences[from];
  const inner: Fence[] = [];
  let longest = 0;
  for (let at = from + 1; outer != null && at < fences.length; at += 1) {
    const found = fences[at];
    if (found == null || !isAsLong(found, outer)) continue;
    const last = inner.at(-1);
    if (found.info !== "") inner.push(found);
    else if (last === undefined) return { end: at, longest };
    else if (found.marks.length >= last.marks.length) inner.pop();
    longest = Math.max(longest, found.marks.length);
  }
  return { end: null, longest };
}

/** Where a listing ends by the letter; the last line where nothing ends it. */
function plainEnd(fences: readonly (Fence | null)[], from: number): number {
  const outer = fences[from];
  for (let at = from + 1; outer != null && at < fences.length; at += 1) {
    const found = fences[at];
    if (found != null && found.info === "" && isAsLong(found, outer)) return at;
  }
  return fences.length;
}

interface Widened {
  readonly outer: Fence;
  readonly longest: number;
  readonly places: readonly number[];
}

function widen(lines: string[], { outer, longest, places }: Widened): void {
  if (longest === 0) return;
  const [sign = "`"] = outer.marks;
  for (const place of places) {
    const line = lines[place] ?? "";
    lines[place] = line.replace(/`{3,}|~{3,}/, sign.repeat(longest + 1));
  }
}
