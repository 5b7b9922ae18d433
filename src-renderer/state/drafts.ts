import { createStore } from "zustand/vanilla";
import { maxAside } from "../../src-preload/contract/bounds.ts";
import type { Media } from "../../src-preload/contract/records.ts";

interface Written {
  readonly text: string;
  readonly media: readonly Media[];
  /** The message that is being edited: sending makes a sibling of it. */
  readonly replaces?: string;
}

export interface Draft extends Written {
  /** What was being typed when a message was taken up for editing, the last one last: back when that one is sent or dropped. */
  readonly aside?: readonly Written[];
}

type ByChat = Readonly<Record<string, Draft>>;

export const emptyDraft: Draft = { text: "", media: [] };

/** There is nothing to send. */
export function isEmpty({ text: words, media }: Written): boolean {
  return words.trim() === "" && media.length === 0;
}

/** Without what is on top; null where nothing lies aside. */
function popped({ aside = [] }: Draft): Draft | null {
  const last = aside.at(-1);
  if (last === undefined) return null;
  return aside.length === 1 ? last : { ...last, aside: aside.slice(0, -1) };
}

/** What was typed and not sent, by chat, as this window has it; the keeper hands it to the agent. */
export function createDrafts() {
  const store = createStore<{ readonly drafts: ByChat }>(() => ({ drafts: {} }));

  const of = (key: string): Draft => store.getState().drafts[key] ?? emptyDraft;
  const set = (key: string, draft: Draft): void =>
    store.setState({ drafts: { ...store.getState().drafts, [key]: draft } });

  const forget = (key: string): void => {
    const { [key]: _, ...rest } = store.getState().drafts;
    store.setState({ drafts: rest });
  };

  const clear = (key: string): void => {
    const back = popped(of(key));
    if (back === null) forget(key);
    else set(key, back);
  };

  return {
    store,
    of,
    set,
    forget,
    /** Takes a message up for editing; what was being typed lies aside meanwhile. */
    edit(key: string, draft: Written): void {
      const { aside: before = [], ...now } = of(key);
      const isNothing = now.text === "" && now.media.length === 0;
      const aside = now.replaces !== undefined || isNothing ? before : [...before, now].slice(-maxAside);
      set(key, { ...draft, ...(aside.length === 0 ? {} : { aside }) });
    },
    /** It was dropped: what lay aside is back. */
    clear,
    /** It was sent: what was typed behind it meanwhile stays, else what lay aside is back. */
    sent(key: string, draft: Written): void {
      const { replaces: _, ...now } = of(key);
      const text = now.text.startsWith(draft.text) ? now.text.slice(draft.text.length) : now.text;
      const media = now.media.filter((one) => !draft.media.includes(one));
      if (text === "" && media.length === 0) clear(key);
      else set(key, { ...now, text, media });
    },
  };
}

export type Drafts = ReturnType<typeof createDrafts>;
