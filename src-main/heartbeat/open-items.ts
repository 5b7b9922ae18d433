/** Of one item, in characters; it stays whole in the file. */
const mostChars = 500;
const mostItems = 100;

/** What comes with a new home: prose that says what the file is for. */
const introductions: ReadonlySet<string> = new Set([
  "Tasks that the agent looks at on its own from time to time. Empty means that nothing is done and nothing is spent.",
]);

/**
 * The open items of HEARTBEAT.md: lines that are no heading, no rule, not blank, no comment (`<!-- … -->`, also over lines) and no item that
 * is done (`[x]`). An item that says nothing (`- [ ]`) is none.
 */
export function openItems(content: string): readonly string[] {
  const items = withoutComments(content)
    .split(/\r\n|\r|\n/)
    .map(itemIn)
    .filter((item) => item !== "" && !introductions.has(item));
  return items.slice(0, mostItems).map((item) => (item.length > mostChars ? `${item.slice(0, mostChars)} …` : item));
}

/** A comment that nobody closes goes to the end of the file. */
function withoutComments(content: string): string {
  return content.replace(/^\uFEFF/, "").replace(/<!--[\s\S]*?(?:-->|$)/g, "");
}

/** "" where the line is none. */
function itemIn(line: string): string {
  const trimmed = line.trim();
  if (/^#{1,6}(?:\s|$)/.test(trimmed) || /^([-=*_])(?:\s*\1)+$/.test(trimmed)) return "";
  const plain = trimmed.replace(/^(?:[-*+]|\d{1,9}[.)])(?:\s+|$)/, "");
  if (/^\[[xX]\](?:\s|$)/.test(plain)) return "";
  return plain.replace(/^\[ ?\](?:\s+|$)/, "").trim();
}
