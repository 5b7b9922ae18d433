import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Values } from "../../src-preload/contract/mcp-ask-values.ts";
import type { McpAsk } from "../../src-preload/contract/mcp-asks.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import type { Notify } from "./notices.ts";

export interface AsksState {
  /** The oldest first. */
  readonly asks: readonly McpAsk[];
  /** Those that the person has answered, until the agent says so too. */
  readonly answered: readonly string[];
  /** What was typed and not sent, by the id of the question: it stays when another page is looked at. */
  readonly typed: Readonly<Record<string, Values>>;
  /** The agent did not take this field: what is wrong with it. */
  readonly refused: Readonly<Record<string, { readonly field: string; readonly words: string }>>;
}

/** What servers ask of the person in the middle of their calls, in every chat. */
export function createAsks(client: AgentClient, notify: Notify) {
  const store = createStore<AsksState>(() => ({ asks: [], answered: [], typed: {}, refused: {} }));
  const crossing = createCrossing();

  function take(asks: readonly McpAsk[]): void {
    const ids = new Set(asks.map(({ id }) => id));
    const { answered, typed, refused } = store.getState();
    store.setState({
      asks,
      answered: answered.filter((id) => ids.has(id)),
      typed: onlyOf(typed, ids),
      refused: onlyOf(refused, ids),
    });
  }

  /** Reads all of them anew. */
  async function reset(): Promise<void> {
    const came = await crossing.ask(() => client.request("ask.list", {}));
    if (came?.answer.ok === true) take(came.events.reduce(applyEvent, came.answer.value.asks));
  }

  return {
    store,
    client,
    notify,
    reset,
    apply(events: readonly PerchEvent[]): void {
      crossing.note(events);
      const { asks } = store.getState();
      const next = events.reduce(applyEvent, asks);
      if (next !== asks) take(next);
    },
  };
}

/** Those of this chat, and of the sub-agents that work for it. */
export function asksOf(asks: readonly McpAsk[], key: SessionKey): readonly McpAsk[] {
  return asks.filter(({ sessionKey, parent }) => sessionKey === key || parent === key);
}

function applyEvent(asks: readonly McpAsk[], event: PerchEvent): readonly McpAsk[] {
  switch (event.type) {
    case "ask-opened":
      return asks.some(({ id }) => id === event.ask.id) ? asks : [...asks, event.ask];
    case "ask-closed":
      return asks.filter(({ id }) => id !== event.id);
    default:
      return asks;
  }
}

function onlyOf<Value>(
  all: Readonly<Record<string, Value>>,
  ids: ReadonlySet<string>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
}
