import { createStore } from "zustand/vanilla";
import type { Media } from "../../src-preload/contract/records.ts";
import { z } from "../../src-preload/contract/zod.ts";

export interface Draft {
  readonly text: string;
  readonly media: readonly Media[];
  /** The message that is being edited: sending makes a sibling of it. */
  readonly replaces?: string;
  /** What was being typed when a message was taken up for editing: back when that one is sent or dropped. */
  readonly aside?: Draft;
}

type ByChat = Readonly<Record<string, Draft>>;

const storageKey = "perch.drafts";
const maxKept = 200;
export const emptyDraft: Draft = { text: "", media: [] };

/** By chat: the text of the draft, then of what lies aside. */
const keptSchema = z.record(z.string(), z.array(z.string()));

function textsOf(draft: Draft): string[] {
  return [draft.text, ...(draft.aside === undefined ? [] : textsOf(draft.aside))];
}

function draftOf([text = "", ...aside]: readonly string[]): Draft {
  return { text, media: [], ...(aside.length === 0 ? {} : { aside: draftOf(aside) }) };
}

function read(): ByChat {
  try {
    const kept = keptSchema.parse(JSON.parse(localStorage.getItem(storageKey) ?? "{}"));
    return Object.fromEntries(Object.entries(kept).map(([key, texts]) => [key, draftOf(texts)]));
  } catch (cause) {
    console.warn("the drafts of this window could not be read", cause);
    return {};
  }
}

/** What was typed and not sent, by chat. Texts survive a reload. */
export function createDrafts() {
  const store = createStore<{ readonly drafts: ByChat }>(() => ({ drafts: read() }));
  store.subscribe(({ drafts }) => {
    const kept = Object.entries(drafts)
      .map(([key, draft]) => [key, textsOf(draft)] as const)
      .filter(([, texts]) => texts.some((text) => text !== ""))
      .slice(-maxKept);
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(kept)));
  });

  const of = (key: string): Draft => store.getState().drafts[key] ?? emptyDraft;
  const set = (key: string, draft: Draft): void =>
    store.setState({ drafts: { ...store.getState().drafts, [key]: draft } });

  const clear = (key: string): void => {
    const { [key]: ended, ...rest } = store.getState().drafts;
    store.setState({ drafts: ended?.aside === undefined ? rest : { ...rest, [key]: ended.aside } });
  };

  return {
    store,
    of,
    set,
    /** Takes a message up for editing; what was being typed lies aside meanwhile. */
    edit(key: string, draft: Draft): void {
      const now = of(key);
      const isEmpty = now.text === "" && now.media.length === 0;
      const aside = now.replaces !== undefined || isEmpty ? now.aside : now;
      set(key, { ...draft, ...(aside === undefined ? {} : { aside }) });
    },
    /** It was dropped: what lay aside is back. */
    clear,
    /** It was sent: what was typed behind it meanwhile stays, else what lay aside is back. */
    sent(key: string, draft: Draft): void {
      const { replaces: _, ...now } = of(key);
      const text = now.text.startsWith(draft.text) ? now.text.slice(draft.text.length) : now.text;
      const media = now.media.filter((one) => !draft.media.includes(one));
      if (text === "" && media.length === 0) clear(key);
      else set(key, { ...now, text, media });
    },
  };
}

export type Drafts = ReturnType<typeof createDrafts>;
