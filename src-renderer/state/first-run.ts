import { createStore, type StoreApi } from "zustand/vanilla";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { RouteCall } from "../../src-preload/contract/routes.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Agent } from "./agent.ts";
import {
  type Chosen,
  type FirstRunField,
  type FirstRunState,
  readFirstRun,
  type ShownFirstRun,
} from "./first-run-view.ts";
import { formProblem } from "./form-problem.ts";
import { createKeyDraft, isAddress, type KeyDraft, type KeyDraftControl, readKeyDraft } from "./key-draft.ts";
import type { Providers } from "./providers.ts";

const practiceModel = "practice/practice";
/** What an address without a name of its own is kept as. */
const customName = "custom";

interface Needed {
  readonly client: AgentClient;
  readonly agent: Agent;
  readonly providers: Providers;
  readonly newChat: () => SessionKey;
  /** The first chat may find a few samples to begin with. */
  readonly prepare: (key: SessionKey) => Promise<void>;
}

const initial: FirstRunState = {
  found: { kind: "looking" },
  picked: null,
  model: null,
  listed: [],
  tested: null,
  isBusy: false,
  problem: null,
  focusAsked: { key: 0, address: 0, model: 0 },
};

type Typed = Parameters<KeyDraftControl["change"]>[0];

/** What a person chooses, and what they type of it. */
function createChoice(store: StoreApi<FirstRunState>, key: KeyDraftControl) {
  /** What a test said holds for what it tested, a list for whose it is. */
  const choose = (picked: Chosen): void =>
    store.setState({ picked, model: null, listed: [], tested: null, problem: null });
  const focus = (field: FirstRunField): void =>
    store.setState(({ focusAsked }) => ({ focusAsked: { ...focusAsked, [field]: focusAsked[field] + 1 } }));
  function changeAddress(typed: Typed): void {
    choose({ kind: "address" });
    key.change({ ...typed, chosen: customName });
  }
  function chooseAddress(typed: Typed = {}): void {
    changeAddress(typed);
    focus("address");
  }
  return {
    focus,
    chooseAddress,
    changeAddress,
    /** Something that was found, with its first model where that is known. */
    choose: (offerId: string, modelId: string | null): void => choose({ kind: "model", offerId, modelId }),
    chooseKey(): void {
      choose({ kind: "key" });
      // The key tells again whose it is.
      if (key.store.getState().chosen === customName) key.change({ chosen: null });
    },
    /** What was typed or chosen of a key; what is an address, or of no known provider, goes to the address. */
    changeKey(typed: Typed): void {
      const words = typed.key?.trim() ?? "";
      if (isAddress(words)) chooseAddress({ key: "", address: words });
      else if (typed.chosen === customName) chooseAddress(typed);
      else {
        choose({ kind: "key" });
        key.change(typed);
      }
    },
    /** Another model of what is chosen; it was not tested yet. */
    chooseModel: (model: string): void => store.setState({ model, tested: null, problem: null }),
  };
}

/** The way to a first model: what is found, a key, an address, or a look around without any. */
export function createFirstRun({ client, agent, providers, newChat, prepare }: Needed) {
  const store = createStore<FirstRunState>(() => initial);
  const key = createKeyDraft(client);
  const draftNow = (): KeyDraft => readKeyDraft(key.store.getState(), providers.store.getState().rows);
  const now = (): ShownFirstRun => readFirstRun(store.getState(), draftNow());

  async function begin(input: RouteCall<"model.choose">): Promise<void> {
    store.setState({ isBusy: true });
    const done = await client.request("model.choose", input);
    store.setState({ isBusy: false, ...(done.ok ? {} : { problem: formProblem(done.error) }) });
    if (!done.ok) return;
    key.clear();
    await prepare(newChat());
    await agent.load();
  }

  return {
    store,
    key,
    ...createChoice(store, key),
    /** Looks at this computer. */
    async look(): Promise<void> {
      store.setState({ found: { kind: "looking" } });
      void providers.need();
      const probed = await client.request("model.probe", {});
      store.setState({
        found: probed.ok ? { kind: "found", ...probed.value } : { kind: "failed", message: probed.error.message },
      });
    },
    async test(): Promise<void> {
      store.setState({ isBusy: true, problem: null, tested: null });
      const done = await client.request("model.test", now().testInput);
      if (!done.ok) return store.setState({ isBusy: false, problem: formProblem(done.error) });
      const { models, ...tested } = done.value;
      const { listed } = store.getState();
      store.setState({ isBusy: false, tested, listed: models.length === 0 ? listed : models });
    },
    async start(): Promise<void> {
      const { startInput } = now();
      if (startInput !== null) await begin(startInput);
    },
    practise: () => begin({ modelId: practiceModel }),
  };
}

export type FirstRun = ReturnType<typeof createFirstRun>;
