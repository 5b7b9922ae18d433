const maxDiffLines = 400;
const maxLineChars = 500;
/** More changed lines than this are not compared: it would take long, and nobody reads it. */
const maxChanges = 2000;

/** A unified diff for people: at most 400 lines, each at most 500 characters. */
export async function unifiedDiff(name: string, before: string, after: string): Promise<string> {
  if (before === after) return "";
  const header = [`--- ${name}`, `+++ ${name}`];
  if (before === "") return [...header, ...bounded(wholeAs("+", after))].join("\n");
  if (after === "") return [...header, ...bounded(wholeAs("-", before))].join("\n");
  const { structuredPatch } = await import("diff");
  const patch = structuredPatch(name, name, before, after, "", "", { context: 3, maxEditLength: maxChanges });
  if (patch === undefined) return [...header, "@@ too many changes to show @@"].join("\n");
  return [...header, ...bounded(patch.hunks.flatMap(linesOfHunk))].join("\n");
}

/**
 * What a person is asked to allow: the same without a bound, since what is left out could be what matters, and without
 * names. A carriage return at the end of a line is kept where line ends differ.
 */
export async function wholeDiff(before: string, after: string): Promise<string> {
  if (before === after) return "";
  const [old, next] = endsAlike(before, after) ? [unixEnds(before), unixEnds(after)] : [before, after];
  if (old === "" || next === "") return replacement(old, next).join("\n");
  const { structuredPatch } = await import("diff");
  const patch = structuredPatch("", "", old, next, "", "", { context: 3, maxEditLength: maxChanges });
  const lines = patch === undefined ? replacement(old, next) : patch.hunks.flatMap(linesOfHunk);
  return lines.join("\n");
}

function endsAlike(...texts: readonly string[]): boolean {
  const all = texts.join("\n");
  return texts.every((text) => !/(?<!\r)\n/.test(text)) && !/\r(?!\n)/.test(all);
}

function unixEnds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** All of the old text and all of the new one. */
function replacement(before: string, after: string): readonly string[] {
  const [old, next] = [splitLines(before), splitLines(after)];
  const head = `@@ -${old.length === 0 ? 0 : 1},${old.length} +${next.length === 0 ? 0 : 1},${next.length} @@`;
  return [head, ...old.map((line) => `-${line}`), ...next.map((line) => `+${line}`)];
}

interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

function linesOfHunk({ oldStart, oldLines, newStart, newLines, lines }: Hunk): readonly string[] {
  return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines];
}

/** Lines added and removed, as far as the diff shows them. */
export function countChanges(diff: string): { readonly added: number; readonly removed: number } {
  const lines = diff.split("\n").slice(2);
  return {
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
  };
}

function wholeAs(sign: "+" | "-", text: string): readonly string[] {
  const lines = linesOf(text);
  const range = `1,${lines.length}`;
  const place = sign === "+" ? `-0,0 +${range}` : `-${range} +0,0`;
  return [`@@ ${place} @@`, ...lines.map((line) => sign + line)];
}

/** The lines of a text without their ends; a final line end begins no line. */
export function linesOf(text: string): readonly string[] {
  return splitLines(unixEnds(text));
}

function splitLines(text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function bounded(lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, maxDiffLines).map(shownLine);
  return lines.length > maxDiffLines ? [...shown, `… ${lines.length - maxDiffLines} more lines`] : shown;
}

function shownLine(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  return text.length > maxLineChars ? `${text.slice(0, maxLineChars)}…` : text;
}
