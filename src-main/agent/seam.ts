/** The longest repeat that is looked for: models begin again with the sentence that was cut, not with a page. */
const longest = 400;
/** A repeat of at least this length counts wherever it begins and ends, in characters. */
const surelyRepeated = 12;
/** The same for scripts without spaces between words. */
const surelyRepeatedUnspaced = 4;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * A text that goes on from another one, without the words at its beginning that stood at the end of that one. A single
 * letter, a number or a bracket may well come twice: only whole words and long pieces are taken for a repeat.
 */
export function withoutRepeat(before: string, text: string): string {
  const start = text.trimStart();
  for (let length = Math.min(longest, before.length, start.length); length > 1; length--) {
    const piece = start.slice(0, length);
    if (before.endsWith(piece) && isRepeat(before, piece, start)) return start.slice(length);
  }
  return text;
}

function isRepeat(before: string, piece: string, text: string): boolean {
  if (!/\p{L}/u.test(piece)) return false;
  if (piece.length >= (unspaced.test(piece) ? surelyRepeatedUnspaced : surelyRepeated)) return true;
  const isWord = (char: string): boolean => /[\p{L}\p{N}_]/u.test(char);
  const begins = !isWord(before.charAt(before.length - piece.length - 1)) || !isWord(piece.charAt(0));
  const ends = !isWord(text.charAt(piece.length)) || !isWord(piece.charAt(piece.length - 1));
  return begins && ends;
}
