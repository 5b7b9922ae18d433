import type { StoreApi } from "zustand/vanilla";
import { type ChatCommand, wordyCommands } from "../../src-preload/contract/chat-commands.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Drafts } from "./drafts.ts";
import { commandAt, mentionAt, skillAt } from "./mention.ts";

interface PickParts {
  readonly drafts: Pick<Drafts, "of">;
  /** Where the caret stands. */
  readonly store: Pick<StoreApi<{ readonly caret: number }>, "getState">;
  /** Puts the caret there. */
  readonly focus: (caret: number) => void;
  readonly write: (key: SessionKey, words: string, caret: number) => Promise<void>;
}

/** What is chosen from a list takes the place of what was typed of it. */
export function createPicks({ drafts, store, focus, write }: PickParts) {
  /** What is named takes the place of what was typed of it; `written` begins with its `@`. */
  async function pickMention(key: SessionKey, written: string): Promise<void> {
    const { text: words } = drafts.of(key);
    const { caret } = store.getState();
    const before = `${words.slice(0, mentionAt(words, caret)?.start ?? caret)}${written} `;
    focus(before.length);
    await write(key, `${before}${words.slice(caret)}`, before.length);
  }

  return {
    /** A command takes the place of what was typed of it; one that takes words waits for them. */
    async pickCommand(key: SessionKey, name: ChatCommand): Promise<void> {
      const words = `/${name}${wordyCommands.has(name) ? " " : ""}`;
      focus(words.length);
      await write(key, words, words.length);
    },
    pickMention,
    pickFile: (key: SessionKey, path: string): Promise<void> => pickMention(key, `@${path}`),
    /** `/server:prompt`, which Enter sends. */
    async pickPrompt(key: SessionKey, written: string): Promise<void> {
      focus(written.length + 1);
      await write(key, `${written} `, written.length + 1);
    },
    /** A skill takes the place of what was typed of its name; what it is to do comes behind. */
    async pickSkill(key: SessionKey, name: string): Promise<void> {
      const { text: words } = drafts.of(key);
      const { caret } = store.getState();
      const start = (commandAt(words, caret) ?? skillAt(words, caret))?.start ?? caret;
      const before = `${words.slice(0, start)}${words.charAt(start)}${name} `;
      focus(before.length);
      await write(key, `${before}${words.slice(caret)}`, before.length);
    },
  };
}
