/** What was typed, found in a name: how well, and which of its letters. */
export interface Match {
  /** From 0 up to 1; more is better. */
  readonly score: number;
  /** Indexes into the name, rising. */
  readonly at: readonly number[];
}

interface Letters {
  readonly signs: readonly string[];
  /** Where each stands in the name. */
  readonly at: readonly number[];
}

/**
 * Every word that was typed must be there: best at the beginning of the name, then at the beginning of a word, then anywhere,
 * and last as letters that follow each other, as long as they lead words or stand together. Null where one is not.
 */
export function matchName(name: string, typed: string): Match | null {
  const words = typed
    .trim()
    .split(/\s+/)
    .map((word) => lettersOf(word).signs)
    .filter((word) => word.length > 0);
  if (words.length === 0) return { score: 0, at: [] };
  const letters = lettersOf(name);
  const found = words.map((word) => findTogether(letters, word) ?? findSpread(letters, word));
  if (!found.every((part) => part !== null)) return null;
  const score = found.reduce((sum, part) => sum + part.score, 0) / found.length;
  // Of two that fit alike the shorter one is nearer to what was typed.
  const shorter = 1 / (1 + letters.signs.length / 40);
  const at = [...new Set(found.flatMap((part) => part.at))].sort((a, b) => a - b);
  return { score: score * 0.9 + shorter * 0.1, at };
}

/** A sign without its accents and case; "" for an accent that stands by itself. */
export function foldedSign(sign: string): string {
  const [base = ""] = sign.normalize("NFD");
  return /\p{M}/u.test(base) ? "" : base.toLowerCase();
}

/** Without accents and case, in whichever normal form it was written. */
function lettersOf(name: string): Letters {
  const signs: string[] = [];
  const at: number[] = [];
  for (let index = 0; index < name.length; index += 1) {
    const sign = foldedSign(name.charAt(index));
    if (sign === "") continue;
    signs.push(sign);
    at.push(index);
  }
  return { signs, at };
}

function beginsWord({ signs }: Letters, index: number): boolean {
  return index === 0 || !/[\p{L}\p{N}]/u.test(signs[index - 1] ?? "");
}

function findTogether(letters: Letters, word: readonly string[]): Match | null {
  const { signs } = letters;
  let best: { readonly start: number; readonly score: number } | null = null;
  for (let start = 0; start + word.length <= signs.length; start += 1) {
    if (!word.every((sign, offset) => signs[start + offset] === sign)) continue;
    const score = start === 0 ? 1 : beginsWord(letters, start) ? 0.85 : 0.65;
    if (best === null || score > best.score) best = { start, score };
    if (score > 0.8) break;
  }
  if (best === null) return null;
  return { score: best.score, at: letters.at.slice(best.start, best.start + word.length) };
}

function findSpread(letters: Letters, word: readonly string[]): Match | null {
  const { signs } = letters;
  const taken: number[] = [];
  let from = 0;
  for (const sign of word) {
    // The beginning of a later word before a letter inside of this one, where the letter does not follow the last.
    const next = signs.indexOf(sign, from);
    if (next < 0) return null;
    const isNext = taken.length > 0 && next === from;
    const leading = signs.findIndex((other, index) => index >= from && other === sign && beginsWord(letters, index));
    const index = isNext || leading < 0 ? next : leading;
    taken.push(index);
    from = index + 1;
  }
  const meant = taken.filter((index, nth) => beginsWord(letters, index) || taken[nth - 1] === index - 1).length;
  // Letters that are strewn over a long name were not meant.
  if (meant * 3 < word.length * 2) return null;
  return { score: 0.2 + (0.3 * meant) / word.length, at: taken.map((index) => letters.at[index] ?? 0) };
}
