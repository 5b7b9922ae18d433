/*
 * Texts as words. What is written without spaces between words (Chinese, Japanese, Thai …) is cut into pairs of letters.
 */

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/** Without the accents of Latin, Greek and Cyrillic letters, as the index has them; the vowels of Hindi or Thai are no accents. */
function folded(word: string): string {
  return word
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase();
}

/** The words of a text in order, in small letters and without accents. */
export function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(wordPattern)].map(([word]) => folded(word));
}

/** How many words a text has; a pair of letters of what has no spaces counts as one. */
export function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(wordPattern)) count += 1;
  for (const [run] of text.matchAll(unspaced)) count += Math.floor(run.length / 2);
  return count;
}

/** Each two letters that stand side by side where no spaces are written; a letter that stands alone is itself. */
export function letterPairs(text: string): readonly string[] {
  return [...text.matchAll(unspaced)].flatMap(([run]) => {
    const letters = [...run];
    if (letters.length === 1) return letters;
    return letters.slice(1).map((letter, at) => `${letters[at] ?? ""}${letter}`);
  });
}

/** A text without what is written without spaces. */
export function withoutUnspaced(text: string): string {
  return text.replace(unspaced, " ");
}
