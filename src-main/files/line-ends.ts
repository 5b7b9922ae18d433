/** A text as an editor has it: its lines end with "\n" alone. */
export function withPlainEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** More changed lines than this are not compared; then all of them end as most did. */
const maxChanges = 4000;

/**
 * What was edited, with the line ends of the file: lines that stand as they were keep theirs, new ones end as most of the
 * others do.
 */
export async function withEndsOf(before: string, edited: string): Promise<string> {
  const plain = withPlainEnds(edited);
  const lines = linesOf(before);
  const usual = usualEnd(lines);
  if (!lines.some((line) => endOf(line) !== usual && endOf(line) !== "")) return plain.replaceAll("\n", usual);
  const { diffArrays } = await import("diff");
  const changes = diffArrays(lines.map(withPlainEnds), linesOf(plain), { maxEditLength: maxChanges });
  if (changes === undefined) return plain.replaceAll("\n", usual);
  let at = 0;
  const parts = changes.map(({ added, removed, value }) => {
    if (added) return value.join("").replaceAll("\n", usual);
    const stood = lines.slice(at, at + value.length);
    at += value.length;
    return removed ? "" : stood.join("");
  });
  return parts.join("");
}

/** Lines with their ends, so that the text is theirs joined. */
function linesOf(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

function endOf(line: string): string {
  return /(?:\r\n|\r|\n)$/.exec(line)?.[0] ?? "";
}

/** The end that most lines have. */
function usualEnd(lines: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const end = endOf(line);
    if (end !== "") counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  const [most = "\n"] = [...counts].toSorted(([, a], [, b]) => b - a).map(([end]) => end);
  return most;
}
