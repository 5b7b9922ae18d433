import { createStore } from "zustand/vanilla";
import type { EmbeddingsPlace, EmbeddingsTest } from "../../src-preload/contract/embeddings.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";

/** Of what is chosen now; another choice has another one. */
type VectorTest =
  | { readonly kind: "none" }
  | { readonly kind: "on" }
  | { readonly kind: "untold"; readonly message: string }
  | EmbeddingsTest;

interface EmbeddingsState {
  readonly place: Load<{ readonly chosen: EmbeddingsPlace }>;
  readonly test: VectorTest;
  /** Well-known models, as `provider/model`. */
  readonly models: readonly string[];
}

/** What makes vectors of the memory and of chats, for the page on which that is chosen. */
export function createEmbeddings(client: AgentClient) {
  const store = createStore<EmbeddingsState>(() => ({
    place: { kind: "loading" },
    test: { kind: "none" },
    models: [],
  }));
  const crossing = createCrossing();
  let isNeeded = false;

  async function load(): Promise<void> {
    isNeeded = true;
    const came = await crossing.ask(() => client.request("recall.describe", {}));
    if (came === null) return;
    const { answer } = came;
    const before = chosenId(store.getState().place);
    const place = loaded(answer, ({ place: chosen }) => ({ chosen }));
    const models = answer.ok ? answer.value.models : store.getState().models;
    const isSame = chosenId(place) === before;
    store.setState(isSame ? { place, models } : { place, models, test: { kind: "none" } });
  }

  return {
    store,
    load,
    async reset(): Promise<void> {
      if (isNeeded) await load();
    },
    async test(): Promise<void> {
      store.setState({ test: { kind: "on" } });
      const tested = await client.request("recall.test", {});
      if (store.getState().test.kind !== "on") return;
      store.setState({ test: tested.ok ? tested.value : { kind: "untold", message: tested.error.message } });
    },
    /** What went wrong, in words; null where nothing did. */
    async agree(address: string): Promise<string | null> {
      const agreed = await client.request("recall.agree", { address });
      return agreed.ok ? null : agreed.error.message;
    },
    apply(events: readonly PerchEvent[]): void {
      const isNews = events.some(({ type }) => type === "settings-changed" || type === "vectors-changed");
      if (isNeeded && isNews) void load();
    },
  };
}

function chosenId(place: EmbeddingsState["place"]): string {
  return place.kind === "ready" && place.chosen.kind === "ready"
    ? `${place.chosen.modelId} ${place.chosen.address}`
    : place.kind;
}
