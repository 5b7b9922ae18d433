import { createStore } from "zustand/vanilla";
import type { CrashReport } from "../../src-preload/contract/crash.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { AgentClient } from "../client/agent-client.ts";

const nothing: CrashReport = { chats: [] };

/** What an end of Perch that was no proper one has cut off, until it is closed or gone on with. */
export function createCrash(client: AgentClient) {
  const store = createStore<CrashReport>(() => nothing);
  async function load(): Promise<void> {
    const told = await client.request("crash.describe", {});
    if (told.ok) store.setState(told.value);
  }
  return {
    store,
    async close(): Promise<void> {
      store.setState(nothing);
      await client.request("crash.close", {});
    },
    /** Goes on with all of them. */
    async resume(): Promise<void> {
      const { chats } = store.getState();
      store.setState(nothing);
      await Promise.all(chats.map(({ sessionKey }) => client.request("chat.resume", { sessionKey })));
      await client.request("crash.close", {});
    },
    /** A run that begins in one of them has gone on with it. */
    apply(events: readonly PerchEvent[]): void {
      const { chats } = store.getState();
      const begun = new Set(events.flatMap((event) => (event.type === "run-start" ? [event.sessionKey] : [])));
      if (chats.some(({ sessionKey }) => begun.has(sessionKey)))
        store.setState({ chats: chats.filter(({ sessionKey }) => !begun.has(sessionKey)) });
    },
    reset: load,
  };
}
