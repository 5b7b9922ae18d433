import { type Draft, replaceRange } from "./draft.ts";

/* What `/` and `@` can become. Pure: who asks brings the commands and the files. */

export interface Choice {
  /** What is put in. */
  readonly insert: string;
  /** What is shown beside it. */
  readonly words: string;
}

/** What the cursor stands behind. */
export type CompletionQuery =
  | { readonly kind: "command"; readonly query: string; readonly from: number; readonly to: number }
  | { readonly kind: "file"; readonly query: string; readonly from: number; readonly to: number };

/** A command only at the very beginning, a file at the beginning of a word. */
export function completionAt({ text, cursor }: Draft): CompletionQuery | null {
  const before = text.slice(0, cursor);
  const command = /^\/([A-Za-z-]*)$/.exec(before);
  if (command !== null) return { kind: "command", query: command[1] ?? "", from: 0, to: cursor };
  const file = /(?:^|\s)@([^\s@]{0,200})$/.exec(before.slice(-210));
  if (file === null) return null;
  const query = file[1] ?? "";
  return { kind: "file", query, from: cursor - query.length - 1, to: cursor };
}

/** The draft with a choice in it; a blank follows, since the next word does. */
export function complete(draft: Draft, query: CompletionQuery, { insert }: Choice): Draft {
  const { text } = draft;
  const blank = text[query.to] === " " ? "" : " ";
  return replaceRange(draft, query.from, query.to, `${insert}${blank}`);
}

/** A path with blanks is quoted, so that its end is seen. */
export function filePathChoice(path: string): Choice {
  return { insert: /\s/.test(path) ? `"${path}"` : path, words: "" };
}
