import { type Draft, draftOf, emptyDraft } from "./draft.ts";

/* What was typed before, and the way through it. Entries keep their line ends. Newest first. */

const maxEntries = 1000;
/** Larger ones were pasted: they would make the file grow without end. */
export const maxEntryChars = 20_000;

export interface TypedHistory {
  readonly entries: readonly string[];
  add(message: string): void;
  /** The same for what was no message: whoever is on the way through the entries stays where they are. */
  slip(message: string): void;
  /** The entry before or after the one that is shown; null at the end. What was typed at each place on the way is kept. */
  step(by: -1 | 1, draft: Draft): Draft | null;
  /** To an entry that was found; what was typed where the search began is kept. */
  visit(message: string, draft: Draft): void;
  /** Back to a new draft: what was typed on the way is forgotten. */
  rest(): void;
  /** The newest entry that holds the words, after `skip` others that do. */
  find(words: string, skip: number): string | null;
}

export function createTypedHistory(kept: readonly string[]): TypedHistory {
  // Earlier versions kept several lines with bare returns between them.
  let entries = kept.map((entry) => entry.replaceAll(/\r\n?/g, "\n")).slice(0, maxEntries);
  /** -1: the draft itself. */
  let at = -1;
  let begun = emptyDraft;
  /** Entries as they were left, by their place. */
  let left: ReadonlyMap<number, string> = new Map();

  function rest(): void {
    at = -1;
    left = new Map();
  }

  function goTo(next: number, draft: Draft): Draft {
    if (at === -1) begun = draft;
    else left = new Map([...left, [at, draft.text]]);
    at = next;
    return next === -1 ? begun : draftOf(left.get(next) ?? entries[next] ?? "");
  }

  return {
    get entries() {
      return entries;
    },
    add(message) {
      rest();
      if (message.length > maxEntryChars) return;
      entries = [message, ...entries.filter((entry) => entry !== message)].slice(0, maxEntries);
    },
    slip(message) {
      if (message.length > maxEntryChars || entries.includes(message)) return;
      entries = [message, ...entries].slice(0, maxEntries);
      if (at >= 0) at += 1;
      left = new Map([...left].map(([place, words]) => [place + 1, words]));
    },
    step(by, draft) {
      const next = at - by;
      if (next < -1 || next >= entries.length) return null;
      return goTo(next, draft);
    },
    visit(message, draft) {
      const found = entries.indexOf(message);
      if (found >= 0) goTo(found, draft);
    },
    rest,
    find(words, skip) {
      if (words === "") return null;
      return entries.filter((entry) => entry.toLowerCase().includes(words.toLowerCase()))[skip] ?? null;
    },
  };
}
