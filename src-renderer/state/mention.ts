export interface Mention {
  /** Where the `@` stands. */
  readonly start: number;
  readonly query: string;
}

/** The `@` word that is being typed at the caret, or null. */
export function mentionAt(words: string, caret: number): Mention | null {
  const match = /(?:^|\s)@([^\s@]*)$/.exec(words.slice(0, caret));
  if (match === null) return null;
  const query = match[1] ?? "";
  return { start: caret - query.length - 1, query };
}
