import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { SubagentView } from "../../src-preload/contract/subagents.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { isDone, type Notify } from "./notices.ts";
import type { OpenChat } from "./open-chat.ts";

interface SubagentsState {
  /** The chat that they are of; null where none is open. */
  readonly key: SessionKey | null;
  /** In the order in which they were asked for. */
  readonly list: readonly SubagentView[];
  /** Those that the person has stopped, until the agent says so too. */
  readonly stopping: readonly SessionKey[];
}

/** The sub-agents of the chat that is open: read when it opens, and followed from then on. */
export function createSubagents(client: AgentClient, chat: OpenChat, notify: Notify) {
  const store = createStore<SubagentsState>(() => ({ key: null, list: [], stopping: [] }));
  const reading = createCrossing();

  async function read(key: SessionKey): Promise<void> {
    const came = await reading.ask(() => client.request("subagent.list", { sessionKey: key }));
    if (came === null || store.getState().key !== key || !came.answer.ok) return;
    store.setState({
      list: came.events.reduce((list, event) => changed(list, event, key), came.answer.value.subagents),
    });
  }

  function follow(): void {
    const now = chat.store.getState();
    const key = now.kind === "open" ? now.key : null;
    if (store.getState().key === key) return;
    reading.drop();
    store.setState({ key, list: [], stopping: [] });
    if (key !== null) void read(key);
  }
  chat.store.subscribe(follow);

  return {
    store,
    apply(events: readonly PerchEvent[]): void {
      reading.note(events);
      const { key, list } = store.getState();
      if (key === null) return;
      const next = events.reduce((rows, event) => changed(rows, event, key), list);
      if (next !== list) store.setState({ list: next });
    },
    async reset(): Promise<void> {
      const { key } = store.getState();
      if (key !== null) await read(key);
    },
    /** Ends one; a second press does nothing. */
    async stop(key: SessionKey): Promise<void> {
      if (store.getState().stopping.includes(key)) return;
      store.setState(({ stopping }) => ({ stopping: [...stopping, key] }));
      const stopped = await client.request("subagent.stop", { key });
      // It ended by itself a moment before.
      if (stopped.ok || stopped.error.code !== "not-found") isDone(stopped, notify);
      store.setState(({ stopping }) => ({ stopping: stopping.filter((one) => one !== key) }));
    },
  };
}

function changed(list: readonly SubagentView[], event: PerchEvent, key: SessionKey): readonly SubagentView[] {
  if (event.topic !== "subagent" || event.sessionKey !== key) return list;
  const { subagent } = event;
  const isThere = list.some((one) => one.key === subagent.key);
  return isThere ? list.map((one) => (one.key === subagent.key ? subagent : one)) : [...list, subagent];
}
