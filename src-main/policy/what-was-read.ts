import type { Message } from "../../src-preload/contract/records.ts";
import { strangerOf } from "../../src-preload/contract/stranger.ts";

/** What strangers wrote in a chat, as far as the model sees it. Looked for only where a decision depends on it. */
export interface WhatWasRead {
  /** Who wrote it: the newest source, e.g. a host; null where everything is the person's or the model's own. */
  untrusted(): string | null;
  /** Whether these words stand in what the person wrote or what a tool answered, so that they tell nothing new. */
  isQuoted(words: string): boolean;
}

export function whatWasRead(context: () => readonly Message[]): WhatWasRead {
  return {
    untrusted() {
      const row = context().findLast((message) => strangerOf(message) !== null);
      return row === undefined ? null : strangerOf(row);
    },
    isQuoted(words) {
      return context().some(({ role, content }) => (role === "user" || role === "tool") && holdsWhole(content, words));
    },
  };
}

/** Not as the beginning of a longer address, which would be another one. */
function holdsWhole(content: string, words: string): boolean {
  for (let at = content.indexOf(words); at !== -1; at = content.indexOf(words, at + 1)) {
    const next = content.charAt(at + words.length);
    if (
      next === "" ||
      /[\s"'<>)\]]/.test(next) ||
      (/[.,;:!?]/.test(next) && /^$|\s/.test(content.charAt(at + words.length + 1)))
    )
      return true;
  }
  return false;
}
