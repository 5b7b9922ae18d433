import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { type Choices, createServerActs } from "./mcp-acts.ts";
import { mergeLines } from "./mcp-log.ts";
import { createServerReader, createServerRows, isFact, namesOf } from "./mcp-reader.ts";
import type { McpServersState } from "./mcp-state.ts";

/** The MCP servers, as the agent knows them. Nothing is asked before a place needs it. */
export function createMcpServers(client: AgentClient) {
  const store = createStore<McpServersState>(() => ({
    rows: [],
    newKeys: null,
    loading: "idle",
    error: null,
    details: {},
    busy: {},
    connecting: [],
  }));
  const choosing: Choices = new Map();
  const rows = createServerRows(store);
  const reader = createServerReader({ client, store, rows, isChoosing: (name) => choosing.has(name) });
  const { load, open, read, drop } = reader;

  function noteConnecting(name: string, isOn: boolean): void {
    const { connecting } = store.getState();
    if (connecting.includes(name) === isOn) return;
    store.setState({ connecting: isOn ? [...connecting, name] : connecting.filter((other) => other !== name) });
  }

  const isKnown = (): boolean => store.getState().loading !== "idle";

  /** Reads again what a place has asked for. */
  async function reset(): Promise<void> {
    store.setState({ connecting: [] });
    if (isKnown()) await Promise.all([load(), ...Object.keys(store.getState().details).map(open)]);
  }

  return {
    store,
    load,
    open,
    reset,
    ...createServerActs({ client, store, rows, reader, choosing }),
    async need(): Promise<void> {
      if (!isKnown()) await load();
    },
    apply(events: readonly PerchEvent[]): void {
      const facts = events.filter(isFact);
      reader.note(facts);
      for (const fact of facts) {
        if (fact.type === "server-removed") drop(fact.name);
        if (fact.type !== "log-added")
          noteConnecting(fact.name, fact.type === "server-changed" && fact.state === "connecting");
        if (fact.type === "log-added" && rows.isOpened(fact.name)) {
          rows.setDetail(fact.name, { log: mergeLines(rows.detailOf(fact.name).log, fact.lines) });
        }
      }
      if (!isKnown()) return;
      if (events.some(({ type }) => type === "settings-changed")) return void reset();
      for (const name of namesOf(facts, "server-changed")) void read(name);
    },
  };
}

export type McpServers = ReturnType<typeof createMcpServers>;
