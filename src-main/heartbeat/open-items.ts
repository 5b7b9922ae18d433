import { mostOpenItems } from "../../src-preload/contract/open-items.ts";

/** Of one item, in characters; it stays whole in the file. */
const mostChars = 500;

/** What comes with a new home: prose that says what the file is for. */
const introductions: ReadonlySet<string> = new Set([
  "Tasks that the agent looks at on its own from time to time. Empty means that nothing is done and nothing is spent.",
]);

/**
 * The open items of HEARTBEAT.md: lines that are no heading, no rule, not blank, no quotation (`> …`), no comment (`<!-- … -->`, also over
 * lines), not in a listing (between fences) and no item that is done (`[x]`). An item that says nothing (`- [ ]`) is none.
 */
export function openItems(content: string): readonly string[] {
  const items = withoutAsides(content)
    .split("\n")
    .map(itemIn)
    .filter((item) => item !== "" && !introductions.has(item));
  return items
    .slice(0, mostOpenItems)
    .map((item) => (item.length > mostChars ? `${item.slice(0, mostChars)} …` : item));
}

/**
 * Comments and listings, whichever begins first: a fence in a comment opens nothing, and neither does a comment in a listing. One that
 * nobody closes goes to the end of the file.
 */
const asides =
  /<!--[\s\S]*?(?:-->|$(?![\s\S]))|^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`\n]*$)|~{3,})[\s\S]*?(?:\n[ \t]*\1[`~]*[ \t]*$|$(?![\s\S]))/gm;

function withoutAsides(content: string): string {
  return content
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .replace(asides, "");
}

/** "" where the line is none. */
function itemIn(line: string): string {
  const trimmed = line.trim();
  if (trimmed.startsWith(">")) return "";
  if (/^#{1,6}(?:\s|$)/.test(trimmed) || /^([-=*_])(?:\s*\1)+$/.test(trimmed)) return "";
  const plain = trimmed.replace(/^(?:[-*+]|\d{1,9}[.)])(?:\s+|$)/, "");
  if (/^\[[xX]\](?:\s|$)/.test(plain)) return "";
  return plain.replace(/^\[ ?\](?:\s+|$)/, "").trim();
}
