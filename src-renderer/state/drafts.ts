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

/** What was written besides a message that goes. */
export function without({ replaces, ...now }: Draft, gone: Draft): Draft {
  const text = now.text.startsWith(gone.text) ? now.text.slice(gone.text.length).replace(/^\n+/, "") : now.text;
  const media = now.media.filter((one) => !gone.media.includes(one));
  return { ...now, text, media, ...(replaces === undefined || replaces === gone.replaces ? {} : { replaces }) };
}

/** Written one behind the other. */
function behind(first: string, second: string): string {
  if (first.trim() === "" || second.trim() === "") return first.trim() === "" ? second : first;
  return `${first.trimEnd()}\n\n${second}`;
}

function isSame(one: Draft, other: Draft): boolean {
  return (
    one.text === other.text &&
    one.replaces === other.replaces &&
    one.aside?.length === other.aside?.length &&
    one.media.length === other.media.length
  );
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
    /** Takes out what is to be sent; what lay aside is back. */
    take(key: string): Draft {
      const draft = of(key);
      clear(key);
      return draft;
    },
    /** It did not go after all: it stands there again, in front of what was typed since, or over it where that is another message. */
    putBack(key: string, draft: Draft): void {
      const { aside = [], ...now } = of(key);
      const left = popped(draft) ?? emptyDraft;
      if (isSame(of(key), left)) set(key, draft);
      else if (draft.replaces === undefined && now.replaces === undefined && draft.aside === undefined)
        set(key, { ...draft, text: behind(draft.text, now.text), media: [...draft.media, ...now.media] });
      else set(key, { ...draft, aside: [...aside, now].slice(-maxAside) });
    },
    /** Something to begin with, behind what stands there. */
    begin(key: string, words: string): void {
      set(key, { ...of(key), text: behind(of(key).text, words) });
    },
    /** It was sent: what was typed besides stays, else what lay aside is back. */
    sent(key: string, draft: Draft): void {
      const rest = without(of(key), draft);
      if (rest.text === "" && rest.media.length === 0) clear(key);
      else set(key, rest);
    },
  };
}

export type Drafts = ReturnType<typeof createDrafts>;
