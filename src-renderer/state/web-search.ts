import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { RouteCall } from "../../src-preload/contract/routes.ts";
import type { SearchSetup, SearchTest } from "../../src-preload/contract/web-search.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";

/** Of what is chosen now; another choice has another one. */
type TriedSearch =
  | { readonly kind: "none" }
  | { readonly kind: "on" }
  | { readonly kind: "untold"; readonly message: string }
  | SearchTest;

interface WebSearchState {
  readonly setup: Load<{ readonly chosen: SearchSetup }>;
  readonly test: TriedSearch;
}

/** Who searches the web, for the page on which that is chosen. */
export function createWebSearch(client: AgentClient) {
  const store = createStore<WebSearchState>(() => ({ setup: { kind: "loading" }, test: { kind: "none" } }));
  const crossing = createCrossing();
  let isNeeded = false;

  function show(setup: WebSearchState["setup"]): void {
    const isSame = chosenId(setup) === chosenId(store.getState().setup);
    store.setState(isSame ? { setup } : { setup, test: { kind: "none" } });
  }

  async function load(): Promise<void> {
    isNeeded = true;
    const came = await crossing.ask(() => client.request("web.describeSearch", {}));
    if (came !== null) show(loaded(came.answer, (chosen) => ({ chosen })));
  }

  return {
    store,
    load,
    async reset(): Promise<void> {
      if (isNeeded) await load();
    },
    /** What is wrong with the change, in words; null where it is kept. */
    async save(change: RouteCall<"web.saveSearch">): Promise<string | null> {
      const saved = await client.request("web.saveSearch", change);
      if (!saved.ok) return saved.error.message;
      // Also where it looks the same: another key is another one to try.
      store.setState({ setup: { kind: "ready", chosen: saved.value }, test: { kind: "none" } });
      return null;
    },
    async test(): Promise<void> {
      store.setState({ test: { kind: "on" } });
      const tested = await client.request("web.testSearch", {});
      if (store.getState().test.kind !== "on") return;
      store.setState({ test: tested.ok ? tested.value : { kind: "untold", message: tested.error.message } });
    },
    apply(events: readonly PerchEvent[]): void {
      if (isNeeded && events.some(({ type }) => type === "settings-changed")) void load();
    },
  };
}

export type WebSearch = ReturnType<typeof createWebSearch>;

function chosenId(setup: WebSearchState["setup"]): string {
  if (setup.kind !== "ready") return setup.kind;
  const { provider, key, host } = setup.chosen;
  return `${provider} ${key} ${host}`;
}
