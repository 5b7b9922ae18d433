import { createStore } from "zustand/vanilla";
import type { KeptDraft } from "../../src-preload/contract/drafts.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { DraftKeeper } from "./draft-keeper.ts";
import { type Drafts, emptyDraft } from "./drafts.ts";
import type { OpenChat } from "./open-chat.ts";

interface Needed {
  readonly keeper: Pick<DraftKeeper, "unsent">;
  readonly drafts: Drafts;
  readonly chat: OpenChat;
}

/** Chats that were begun and have no message yet: in no list, and found again from a new chat. */
export function createUnsentChats({ keeper, drafts, chat }: Needed) {
  const store = createStore<{ readonly rows: readonly KeptDraft[] }>(() => ({ rows: [] }));
  let shown: SessionKey | null = null;

  async function look(): Promise<readonly KeptDraft[]> {
    const rows = await keeper.unsent();
    store.setState({ rows });
    return rows;
  }

  chat.store.subscribe((now) => {
    const key = now.kind === "new" ? now.key : null;
    if (key !== shown && key !== null) void look();
    shown = key;
  });

  return {
    store,
    /** What "New chat" goes on with: the newest one, unless that is what the person turns away from. */
    async newest(): Promise<SessionKey | null> {
      const now = chat.store.getState();
      if (now.kind === "new" && drafts.of(now.key) !== emptyDraft) return null;
      const [first] = await look();
      return first?.sessionKey ?? null;
    },
  };
}
