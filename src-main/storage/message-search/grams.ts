import { foldText } from "../fold-text.ts";

/*
 * Words as the index has them: each three letters that stand together. A word ends in a sign of its own, so that its last
 * letters are found as well as its first.
 */

const wordPattern = /[\p{L}\p{N}\p{Extended_Pictographic}]+/gu;
const ascii = /^[\0-\x7f]*$/;
/** Of private use: no text that is folded has it beside a letter. */
const wordEnd = "\u{E000}";
const gramLength = 3;

/** A text as search compares it: without case and accents; the two forms of a small sigma are one. */
export function foldForSearch(value: string): string {
  return ascii.test(value) ? value.toLowerCase() : foldText(value).replaceAll("ς", "σ");
}

/** The letters that the index knows of a folded text, each once. */
export function gramsOf(folded: string): ReadonlySet<string> {
  const grams = new Set<string>();
  for (const [word] of folded.matchAll(wordPattern)) {
    const letters = ascii.test(word) ? word : [...word];
    for (let at = 0; at < letters.length; at += 1) {
      const part = letters.slice(at, at + gramLength);
      const gram = typeof part === "string" ? part : part.join("");
      grams.add(part.length < gramLength ? gram + wordEnd : gram);
    }
  }
  return grams;
}

/** What the index is asked for a folded text, as parts of an expression of FTS5; none where no letter is in it. */
export function gramQuery(folded: string): readonly string[] {
  const parts = new Set<string>();
  for (const [word] of folded.matchAll(wordPattern)) {
    const letters = [...word];
    if (letters.length < gramLength) parts.add(`"${word}"*`);
    for (let at = 0; at + gramLength <= letters.length; at += 1) {
      parts.add(`"${letters.slice(at, at + gramLength).join("")}"`);
    }
  }
  return [...parts];
}

/** The mark that each message of a chat, or of a role, has in the index: longer than any letters of a word. */
export function markOf(kind: "chat" | "role", value: number | string): string {
  return `\u{E001}${kind}${value}`;
}
