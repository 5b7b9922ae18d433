/** What stands between two lines of `---` at the top of a file, and what follows. */
const withHead = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/**
 * A file as Markdown to look at. Its head is data: shown as a listing, for read as Markdown it would be a heading.
 */
export function previewText(source: string): string {
  const found = withHead.exec(source);
  if (found === null) return source;
  const [whole, head = ""] = found;
  // Longer than any fence within it, so that the head cannot end the listing.
  const longest = Math.max(2, ...(head.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}yaml\n${head}\n${fence}\n\n${source.slice(whole.length)}`;
}
