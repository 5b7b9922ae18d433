import { type ChatCommand, chatCommands } from "../../src-preload/contract/chat-commands.ts";

export interface Mention {
  /** Where its sign stands. */
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

/** The skill that is being called within a text, behind a `$`, or null. */
export function skillAt(words: string, caret: number): Mention | null {
  const match = /(?:^|\s)\$((?:[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*)?)$/u.exec(words.slice(0, caret));
  if (match === null) return null;
  const query = match[1] ?? "";
  return { start: caret - query.length - 1, query: query.toLowerCase() };
}

/** The command, skill or prompt that is being typed: a slash and its name are all that there is, and it is no command yet. */
export function commandAt(words: string, caret: number): Mention | null {
  const match = /^\/((?:[\p{L}\p{N}][\p{L}\p{M}\p{N}.:_-]*)?)$/u.exec(words);
  if (match === null || caret !== words.length) return null;
  const query = (match[1] ?? "").toLowerCase();
  return chatCommands.some((name) => name === query) ? null : { start: 0, query };
}

/** The commands that begin with what is typed. */
export function commandsFor(query: string): readonly ChatCommand[] {
  return chatCommands.filter((name) => name.startsWith(query));
}
