import { createStore } from "zustand/vanilla";
import type { Media } from "../../src-preload/contract/records.ts";

export interface Draft {
  readonly text: string;
  readonly media: readonly Media[];
  /** The message that is being edited: sending makes a sibling of it. */
  readonly replaces?: string;
}

const storageKey = "perch.drafts";
const maxKept = 200;
export const emptyDraft: Draft = { text: "", media: [] };

function read(): Readonly<Record<string, Draft>> {
  try {
    const kept: Record<string, { text?: unknown }> = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    return Object.fromEntries(
      Object.entries(kept).map(([key, draft]) => [key, { text: String(draft.text ?? ""), media: [] }]),
    );
  } catch (cause) {
    console.warn("the drafts of this window could not be read", cause);
    return {};
  }
}

/** What was typed and not sent, by chat. Texts survive a reload. */
export function createDrafts() {
  const store = createStore<{ readonly drafts: Readonly<Record<string, Draft>> }>(() => ({ drafts: read() }));
  store.subscribe(({ drafts }) => {
    const kept = Object.entries(drafts)
      .filter(([, draft]) => draft.text !== "")
      .slice(-maxKept)
      .map(([key, draft]) => [key, { text: draft.text }] as const);
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(kept)));
  });
  return {
    store,
    of: (key: string): Draft => store.getState().drafts[key] ?? emptyDraft,
    set(key: string, draft: Draft): void {
      store.setState({ drafts: { ...store.getState().drafts, [key]: draft } });
    },
    clear(key: string): void {
      const { [key]: _, ...rest } = store.getState().drafts;
      store.setState({ drafts: rest });
    },
  };
}

export type Drafts = ReturnType<typeof createDrafts>;
