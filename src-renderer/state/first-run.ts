import { createStore } from "zustand/vanilla";
import type { RouteCall } from "../../src-preload/contract/routes.ts";
import type { ModelOffer, StageResult } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Agent } from "./agent.ts";
import { type FormProblem, formProblem, otherProblem } from "./form-problem.ts";
import { createKeyDraft, type KeyDraft, readKeyDraft } from "./key-draft.ts";
import type { Providers } from "./providers.ts";

type Chosen = { readonly kind: "model"; readonly modelId: string } | { readonly kind: "key" } | null;

/** What there is on this computer. */
type Found =
  | { readonly kind: "looking" }
  | { readonly kind: "found"; readonly offers: readonly ModelOffer[]; readonly looked: readonly string[] };

interface Tested {
  readonly stages: readonly StageResult[];
  readonly modelId: string | null;
}

export interface FirstRunState {
  readonly found: Found;
  /** What the person chose; null: the first that was found. */
  readonly picked: Chosen;
  /** What a test said of what is chosen. */
  readonly tested: Tested | null;
  readonly isBusy: boolean;
  readonly problem: FormProblem | null;
}

/** What the first run shows. */
export interface ShownFirstRun extends FirstRunState {
  readonly isKey: boolean;
  /** The model that is chosen of what was found; null where none or the key is. */
  readonly modelId: string | null;
  /** What it begins with; null while nothing is sure enough. */
  readonly startId: string | null;
  /** What is wrong with no field. */
  readonly rest: string | null;
  readonly canTest: boolean;
  readonly canStart: boolean;
}

const practiceModel = "practice/practice";

function firstFound(found: Found): Chosen {
  const offers = found.kind === "found" ? found.offers : [];
  const modelId = offers.find(({ models }) => models.length > 0)?.models[0];
  return modelId === undefined ? null : { kind: "model", modelId };
}

export function readFirstRun(state: FirstRunState, draft: KeyDraft): ShownFirstRun {
  const { picked, found, tested, isBusy, problem } = state;
  const chosen = picked ?? firstFound(found);
  const isKey = chosen?.kind === "key";
  const modelId = chosen?.kind === "model" ? chosen.modelId : null;
  const startId = isKey ? (tested?.modelId ?? null) : modelId;
  return {
    ...state,
    isKey,
    modelId,
    startId,
    rest: otherProblem(problem, isKey ? ["apiKey", "apiBase"] : []),
    canTest: !isBusy && chosen !== null && (!isKey || draft.key.trim() !== "" || draft.isWhole),
    canStart: !isBusy && startId !== null,
  };
}

interface Needed {
  readonly client: AgentClient;
  readonly agent: Agent;
  readonly providers: Providers;
  readonly newChat: () => void;
}

/** The way to a first model: what is found, a key, or a look around without either. */
export function createFirstRun({ client, agent, providers, newChat }: Needed) {
  const store = createStore<FirstRunState>(() => ({
    found: { kind: "looking" },
    picked: null,
    tested: null,
    isBusy: false,
    problem: null,
  }));
  const key = createKeyDraft(client);
  const draftNow = (): KeyDraft => readKeyDraft(key.store.getState(), providers.store.getState().rows);
  const now = (): ShownFirstRun => readFirstRun(store.getState(), draftNow());

  /** The key and whose it is. */
  function keyInput() {
    const { input, row } = draftNow();
    return { ...input, ...(row === undefined ? {} : { provider: row.name }) };
  }

  /** What a test said holds for what it tested. */
  const choose = (picked: Chosen): void => store.setState({ picked, tested: null, problem: null });

  async function begin(input: RouteCall<"model.choose">): Promise<void> {
    store.setState({ isBusy: true });
    const done = await client.request("model.choose", input);
    store.setState({ isBusy: false, ...(done.ok ? {} : { problem: formProblem(done.error) }) });
    if (!done.ok) return;
    key.clear();
    await agent.load();
    newChat();
  }

  return {
    store,
    key,
    /** Looks at this computer. */
    async look(): Promise<void> {
      void providers.need();
      const probed = await client.request("model.probe", {});
      store.setState({ found: { kind: "found", ...(probed.ok ? probed.value : { offers: [], looked: [] }) } });
    },
    choose: (modelId: string): void => choose({ kind: "model", modelId }),
    chooseKey: (): void => choose({ kind: "key" }),
    changeKey(typed: Parameters<typeof key.change>[0]): void {
      choose({ kind: "key" });
      key.change(typed);
    },
    async test(): Promise<void> {
      const { isKey, modelId } = now();
      store.setState({ isBusy: true, problem: null });
      const done = await client.request("model.test", isKey ? keyInput() : modelId === null ? {} : { modelId });
      store.setState({ isBusy: false, ...(done.ok ? { tested: done.value } : { problem: formProblem(done.error) }) });
    },
    async start(): Promise<void> {
      const { isKey, startId } = now();
      if (startId !== null) await begin({ modelId: startId, ...(isKey ? keyInput() : {}) });
    },
    practise: () => begin({ modelId: practiceModel }),
  };
}

export type FirstRun = ReturnType<typeof createFirstRun>;
