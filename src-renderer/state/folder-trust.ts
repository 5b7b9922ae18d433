import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { FolderTrustLook } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { isDone, type Notify } from "./notices.ts";
import type { OpenChat } from "./open-chat.ts";

interface FolderTrustState {
  /** The chat that was looked at. */
  readonly key: SessionKey | null;
  readonly look: FolderTrustLook | null;
  /** Folders about which the person said "not now" in this window. */
  readonly left: readonly string[];
}

/** Whether the work folder of the open chat is trusted. */
export function createFolderTrust(client: AgentClient, chat: OpenChat, notify: Notify) {
  const store = createStore<FolderTrustState>(() => ({ key: null, look: null, left: [] }));

  async function look(key: SessionKey): Promise<void> {
    store.setState({ key, look: store.getState().key === key ? store.getState().look : null });
    const looked = await client.request("trust.look", { sessionKey: key });
    // A folder that cannot be reached is told of where it is used.
    if (store.getState().key === key) store.setState({ look: looked.ok ? looked.value : null });
  }

  chat.store.subscribe((open) => {
    const key = open.kind === "open" || open.kind === "new" ? open.key : null;
    if (key !== null && key !== store.getState().key) void look(key);
  });

  return {
    store,
    async trust(folder: string): Promise<void> {
      isDone(await client.request("trust.set", { folder, isTrusted: true }), notify);
    },
    /** Not now: it is not asked again. */
    async leave(folder: string): Promise<void> {
      store.setState({ left: [...store.getState().left, folder] });
      isDone(await client.request("trust.set", { folder, isTrusted: false }), notify);
    },
    apply(events: readonly PerchEvent[]): void {
      const { key } = store.getState();
      const isTouched = events.some(
        (event) => event.type === "rules-changed" || (event.type === "session-changed" && event.sessionKey === key),
      );
      if (key !== null && isTouched) void look(key);
    },
    async reset(): Promise<void> {
      const { key } = store.getState();
      if (key !== null) await look(key);
    },
  };
}
