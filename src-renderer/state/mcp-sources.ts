import { createStore } from "zustand/vanilla";
import type { BroughtIn, FoundApps } from "../../src-preload/contract/mcp-sources.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { type Load, loaded } from "./load.ts";

interface McpSourcesState {
  readonly apps: Load<FoundApps>;
  /** Those of `apps` that are to be added, by their numbers. */
  readonly chosen: readonly number[];
  /** What became of those that were to be added, of this look. */
  readonly brought: readonly BroughtIn[];
  readonly isAdding: boolean;
  /** Why none of them was added; null where that is not so. */
  readonly problem: string | null;
}

const nothing: McpSourcesState = {
  apps: { kind: "loading" },
  chosen: [],
  brought: [],
  isAdding: false,
  problem: null,
};

/** Where MCP servers come from that are set up already: other applications on this computer. */
export function createMcpSources(client: AgentClient) {
  const store = createStore<McpSourcesState>(() => nothing);
  return {
    store,
    /** Anew each time that somebody looks. */
    async findApps(): Promise<void> {
      store.setState(nothing);
      const found = await client.request("mcpSources.findApps", {});
      store.setState({ apps: loaded(found, (apps) => apps) });
    },
    choose(ids: readonly number[], isChosen: boolean): void {
      const others = store.getState().chosen.filter((id) => !ids.includes(id));
      store.setState({ chosen: isChosen ? [...others, ...ids] : others });
    },
    /** The names of those that were added. */
    async bringIn(): Promise<readonly string[]> {
      const { apps, chosen, isAdding } = store.getState();
      if (apps.kind !== "ready" || chosen.length === 0 || isAdding) return [];
      store.setState({ isAdding: true, problem: null });
      const answer = await client.request("mcpSources.bringIn", { token: apps.token, ids: [...chosen] });
      const brought = answer.ok ? answer.value.servers : [];
      const added = brought.flatMap((one) => (one.kind === "added" ? [one] : []));
      store.setState((state) => ({
        isAdding: false,
        problem: answer.ok ? null : answer.error.message,
        brought: [...state.brought.filter(({ id }) => !chosen.includes(id)), ...brought],
        chosen: state.chosen.filter((id) => !added.some((one) => one.id === id)),
      }));
      return added.map(({ name }) => name);
    },
  };
}

export type McpSources = ReturnType<typeof createMcpSources>;
