import { foldForSearch } from "./grams.ts";

/** More words than this narrow nothing any more. */
const mostWords = 30;

/**
 * What is to stand in a message, folded: each word that was typed, and as one what stands between quotes. A quote that is not
 * closed goes to the end, as it does while it is being typed.
 */
export function readWords(typed: string): readonly string[] {
  const words = new Set<string>();
  for (const [, quoted, word] of typed.matchAll(/["“”„«»]([^"“”„«»]*)["“”„«»]?|([^\s"“”„«»]+)/gu)) {
    const folded = foldForSearch((quoted ?? word ?? "").replaceAll("\0", " ").replace(/\s+/g, " ").trim());
    if (folded !== "") words.add(folded);
  }
  return [...words].slice(0, mostWords);
}
