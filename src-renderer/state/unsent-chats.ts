import { createStore } from "zustand/vanilla";
import type { KeptDraft } from "../../src-preload/contract/drafts.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import type { DraftKeeper } from "./draft-keeper.ts";
import { type Drafts, emptyDraft, isEmpty } from "./drafts.ts";
import type { OpenChat } from "./open-chat.ts";

interface Needed {
  readonly client: AgentClient;
  readonly keeper: Pick<DraftKeeper, "by">;
  readonly drafts: Drafts;
  readonly chat: OpenChat;
}

interface UnsentState {
  /** The newest first. */
  readonly rows: readonly KeptDraft[];
  /** The agent was asked, and answered or failed. */
  readonly isRead: boolean;
}

const previewChars = 200;

/** Chats that were begun and have no message yet: in no list, and found again from a new chat. */
export function createUnsentChats({ client, keeper, drafts, chat }: Needed) {
  const store = createStore<UnsentState>(() => ({ rows: [], isRead: false }));
  const crossing = createCrossing();
  const without = (rows: readonly KeptDraft[], key: SessionKey) => rows.filter((row) => row.sessionKey !== key);

  async function load(): Promise<void> {
    const came = await crossing.ask(() => client.request("drafts.list", {}));
    if (came === null) return;
    const rows = came.answer.ok ? came.answer.value.drafts.filter(({ isNew }) => isNew) : store.getState().rows;
    store.setState({ rows, isRead: true });
    drop(came.events);
  }

  function drop(events: readonly PerchEvent[]): void {
    for (const event of events) {
      if (event.type !== "session-created" && event.type !== "session-removed") continue;
      store.setState(({ rows }) => ({ rows: without(rows, event.sessionKey) }));
    }
  }

  /** What stands in the new chat that is open; it may be on its way to the agent still. */
  function take(): void {
    const now = chat.store.getState();
    // Of a private one nobody finds anything again.
    if (now.kind !== "new" || isPrivateKey(now.key)) return;
    const draft = drafts.of(now.key);
    const { rows } = store.getState();
    const others = without(rows, now.key);
    if (draft === emptyDraft) return;
    const preview = draft.text.slice(0, previewChars).replace(/\s+/g, " ").trim();
    const own: KeptDraft = { sessionKey: now.key, savedAt: Date.now(), preview, isNew: true };
    store.setState({ rows: isEmpty(draft) ? others : [own, ...others] });
  }

  drafts.store.subscribe(take);

  return {
    store,
    load,
    apply(events: readonly PerchEvent[]): void {
      crossing.note(events);
      drop(events);
      if (events.some((event) => event.type === "draft-changed" && event.by !== keeper.by)) void load();
    },
    /** What "New chat" goes on with: the newest one, unless that is what the person turns away from. */
    newest(): SessionKey | null {
      const now = chat.store.getState();
      if (now.kind === "new" && !isEmpty(drafts.of(now.key))) return null;
      return store.getState().rows[0]?.sessionKey ?? null;
    },
  };
}

export type UnsentChats = ReturnType<typeof createUnsentChats>;
