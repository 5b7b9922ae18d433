import { createStore } from "zustand/vanilla";
import type { ProviderUses } from "../../src-preload/contract/providers.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";

export interface ProviderRemovalState {
  /** The provider that is about to go; null while none is. */
  readonly name: string | null;
  /** What would go along with it. */
  readonly uses: Load<{ readonly uses: ProviderUses }>;
}

/** A provider that is asked about before it goes. */
export function createProviderRemoval(client: AgentClient) {
  const store = createStore<ProviderRemovalState>(() => ({ name: null, uses: { kind: "loading" } }));
  const asking = createCrossing();
  return {
    store,
    async begin(name: string): Promise<void> {
      store.setState({ name, uses: { kind: "loading" } });
      const came = await asking.ask(() => client.request("provider.uses", { name }));
      if (came !== null) store.setState({ uses: loaded(came.answer, (uses) => ({ uses })) });
    },
    end(): void {
      asking.drop();
      store.setState({ name: null });
    },
  };
}

export type ProviderRemoval = ReturnType<typeof createProviderRemoval>;
