import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { KeyPlace, ProviderRow } from "../../src-preload/contract/providers.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Loading } from "./chats.ts";
import { createCrossing } from "./crossing.ts";

export interface ProvidersState {
  readonly rows: readonly ProviderRow[];
  /** Where a key that is entered now would be kept; null before it is known. */
  readonly newKeys: KeyPlace | null;
  readonly loading: Loading;
  readonly error: string | null;
}

/** The providers of models, as the agent knows them. Nothing is asked before a place needs it. */
export function createProviders(client: AgentClient) {
  const store = createStore<ProvidersState>(() => ({ rows: [], newKeys: null, loading: "idle", error: null }));

  const crossing = createCrossing();

  async function load(): Promise<void> {
    store.setState({ loading: "loading" });
    const came = await crossing.ask(() => client.request("provider.list", {}));
    if (came === null) return;
    const listed = came.answer;
    if (listed.ok) {
      const { providers: rows, newKeys } = listed.value;
      store.setState({ rows, newKeys, loading: "ready", error: null });
    } else store.setState({ loading: "failed", error: listed.error.message });
  }

  const isKnown = (): boolean => store.getState().loading !== "idle";

  return {
    store,
    load,
    /** Reads again what a place has asked for. */
    async reset(): Promise<void> {
      if (isKnown()) await load();
    },
    async need(): Promise<void> {
      if (!isKnown()) await load();
    },
    apply(events: readonly PerchEvent[]): void {
      if (isKnown() && events.some(({ type }) => type === "settings-changed" || type === "run-end")) void load();
    },
  };
}

/** What it runs costs nothing. */
export function isLocalProvider(name: string, rows: readonly ProviderRow[]): boolean {
  const kind = rows.find((row) => row.name === name)?.kind;
  return kind === "local" || kind === "practice";
}

export type Providers = ReturnType<typeof createProviders>;
