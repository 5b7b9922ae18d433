import { assertNever } from "../../../src-preload/contract/result.ts";
import type { Key, KeyName } from "./keys.ts";
import { graphemeAfter, graphemeBefore } from "./text-width.ts";

/* What is being typed: text of any number of lines, and where the cursor stands in it. Pure. */

export interface Draft {
  readonly text: string;
  /** Between 0 and the length of the text. */
  readonly cursor: number;
}

export const emptyDraft: Draft = { text: "", cursor: 0 };

export function draftOf(text: string): Draft {
  return { text, cursor: text.length };
}

export function insert(draft: Draft, words: string): Draft {
  const { text, cursor } = draft;
  return { text: text.slice(0, cursor) + words + text.slice(cursor), cursor: cursor + words.length };
}

export function replaceRange({ text }: Draft, from: number, to: number, words: string): Draft {
  return { text: text.slice(0, from) + words + text.slice(to), cursor: from + words.length };
}

/** The draft after a key that edits or moves; null for a key that does something else. */
export function editDraft(draft: Draft, key: Key): Draft | null {
  switch (key.kind) {
    case "text":
    case "paste":
      return insert(draft, key.text);
    case "named":
      return editNamed(draft, key.name);
    case "control":
      return editControl(draft, key.letter);
    default:
      return assertNever(key);
  }
}

function editNamed(draft: Draft, name: KeyName): Draft | null {
  const { text, cursor } = draft;
  switch (name) {
    case "newline":
      return insert(draft, "\n");
    case "left":
      return { text, cursor: graphemeBefore(text, cursor) };
    case "right":
      return { text, cursor: graphemeAfter(text, cursor) };
    case "word-left":
      return { text, cursor: wordLeft(text, cursor) };
    case "word-right":
      return { text, cursor: wordRight(text, cursor) };
    case "home":
      return { text, cursor: lineStart(text, cursor) };
    case "end":
      return { text, cursor: lineEnd(text, cursor) };
    case "backspace":
      return replaceRange(draft, graphemeBefore(text, cursor), cursor, "");
    case "delete":
      return removeAfter(draft, graphemeAfter(text, cursor));
    case "delete-word":
      return replaceRange(draft, wordLeft(text, cursor), cursor, "");
    case "delete-word-right":
      return removeAfter(draft, wordRight(text, cursor));
    default:
      return null;
  }
}

/** The keys of a shell's line: A, E, B, F, D, H, K, U. */
function editControl(draft: Draft, letter: string): Draft | null {
  const { text, cursor } = draft;
  switch (letter) {
    case "a":
      return editNamed(draft, "home");
    case "e":
      return editNamed(draft, "end");
    case "b":
      return editNamed(draft, "left");
    case "f":
      return editNamed(draft, "right");
    case "d":
      return text === "" ? null : editNamed(draft, "delete");
    case "k":
      return removeAfter(draft, cursor === lineEnd(text, cursor) ? cursor + 1 : lineEnd(text, cursor));
    case "u":
      return replaceRange(draft, lineStart(text, cursor), cursor, "");
    default:
      return null;
  }
}

function removeAfter({ text, cursor }: Draft, to: number): Draft {
  return { text: text.slice(0, cursor) + text.slice(to), cursor };
}

function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function wordLeft(text: string, from: number): number {
  let at = from;
  while (at > 0 && isBlank(text[at - 1])) at -= 1;
  while (at > 0 && !isBlank(text[at - 1])) at -= 1;
  return at;
}

function wordRight(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text[at])) at += 1;
  while (at < text.length && !isBlank(text[at])) at += 1;
  return at;
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}
