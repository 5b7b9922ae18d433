/*
 * The marks of written calls are special tokens that servers and models spell in more than one way: with bars that are
 * full-width or ASCII, one or two of them, and with `▁` or `_` between the words.
 */

const bars = ["|", "｜", "||", "｜｜"] as const;

/** The source of a pattern for a token that is written with `|` and `_`, in all its spellings. */
export function markSource(token: string): string {
  return token.replaceAll("|", "[|｜]{1,2}").replaceAll("_", "[_▁]");
}

/** A token that is written with `|` and `_`, in each of its spellings. */
export function spellingsOf(token: string): readonly string[] {
  const barred = token.includes("|") ? bars.map((bar) => token.replaceAll("|", bar)) : [token];
  return barred.flatMap((one) => (token.includes("_") ? [one, one.replaceAll("_", "▁")] : [one]));
}

/** A pattern that is tried at one place, white space before it allowed. */
export function markPattern(source: string): RegExp {
  return new RegExp(`\\s*(?:${source})`, "y");
}

/** What a sticky pattern finds at a place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The index after what stands at `at` by the pattern, or `at`. */
export function skipMark(text: string, at: number, pattern: RegExp): number {
  return at + (matchAt(pattern, text, at)?.[0].length ?? 0);
}
