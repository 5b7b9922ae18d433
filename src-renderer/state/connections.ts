import { createStore } from "zustand/vanilla";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { RouteCall, RouteOutput } from "../../src-preload/contract/routes.ts";
import type { ModelOffer, StageResult } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createKeyDraft } from "./key-draft.ts";
import { type Models, providerOf } from "./models.ts";
import type { Providers } from "./providers.ts";

/** Stands for a header's value that is not shown; handed back it means the value as it is. */
export const hiddenValue = "••••";

export interface ProviderTest {
  readonly isOn: boolean;
  readonly modelId: string | null;
  readonly stages: readonly StageResult[];
  /** When it ended, in milliseconds; null while it is on. */
  readonly at: number | null;
}

export interface ConnectionsState {
  /** By the name of the provider. */
  readonly tests: Readonly<Record<string, ProviderTest>>;
  /** The servers that were looked for on this computer; null before that. */
  readonly local: readonly ModelOffer[] | null;
  /** The provider whose key is being typed. */
  readonly keyOf: string | null;
}

/** What a person does with the providers: look for them, test, save and remove. */
export function createConnections(client: AgentClient, providers: Providers, models: Models) {
  const store = createStore<ConnectionsState>(() => ({ tests: {}, local: null, keyOf: null }));

  const setTest = (name: string, test: ProviderTest): void =>
    store.setState({ tests: { ...store.getState().tests, [name]: test } });

  async function look(): Promise<void> {
    const probed = await client.request("model.probe", {});
    if (probed.ok) store.setState({ local: probed.value.offers.filter(({ kind }) => kind === "local") });
    await providers.load();
  }

  return {
    store,
    /** The key of a provider that is being added. */
    draft: createKeyDraft(client),
    /** Lists what is known now, then looks at this computer once. */
    async open(): Promise<void> {
      await providers.load();
      if (store.getState().local === null) await look();
    },
    look,
    typeKey: (name: string | null): void => store.setState({ keyOf: name }),
    /** The call that a chat makes, with one of its models; without one the provider's list tells which. */
    async test(name: string, modelId: string | null): AsyncResult<RouteOutput<"model.test">> {
      setTest(name, { isOn: true, modelId, stages: [], at: null });
      const tested = await client.request("model.test", modelId === null ? { provider: name } : { modelId });
      const stages = tested.ok ? tested.value.stages : [];
      setTest(name, { isOn: false, modelId: tested.ok ? tested.value.modelId : modelId, stages, at: Date.now() });
      await Promise.all([providers.load(), models.load(name)]);
      return tested;
    },
    /** Saves what was changed and reads its models anew. */
    async save(change: RouteCall<"provider.save">): AsyncResult<RouteOutput<"provider.save">> {
      const saved = await client.request("provider.save", change);
      if (!saved.ok) return saved;
      const { [change.name]: _, ...tests } = store.getState().tests;
      store.setState({ tests });
      await Promise.all([providers.load(), models.load(saved.value.provider.name, true)]);
      return saved;
    },
    /** What a model taught, such as the window that a chat overflowed. */
    async forget(modelId: string): Promise<string | null> {
      const forgotten = await client.request("model.forget", { modelId });
      if (!forgotten.ok) return forgotten.error.message;
      await models.load(providerOf(modelId));
      return null;
    },
    /** `model`: what new chats use where the default goes along; null for none yet. */
    async remove(name: string, model: string | null): Promise<string | null> {
      const removed = await client.request("provider.remove", { name, model });
      if (!removed.ok) return removed.error.message;
      const { [name]: _, ...tests } = store.getState().tests;
      store.setState({ tests });
      models.drop(name);
      await providers.load();
      return null;
    },
  };
}

export type Connections = ReturnType<typeof createConnections>;
