import { useEffect, useState } from "react";
import type { ModelOffer, StageResult } from "../../../src-preload/contract/window.ts";
import { useWindow } from "../../state/context.ts";
import { type FormProblem, formProblem, otherProblem } from "../../state/form-problem.ts";
import { type KeyDraft, useKeyDraft } from "../../state/key-draft.ts";

type Chosen = { readonly kind: "model"; readonly modelId: string } | { readonly kind: "key" } | null;

const practiceModel = "practice/practice";

interface Found {
  /** Null while this computer is looked at. */
  readonly offers: readonly ModelOffer[] | null;
  readonly looked: readonly string[];
}

interface Tested {
  readonly stages: readonly StageResult[];
  readonly modelId: string | null;
}

/** What the first run shows, and what a person can do there. */
export interface FirstRunState {
  readonly found: Found;
  readonly draft: KeyDraft;
  readonly isKey: boolean;
  /** The model that is chosen of what was found; null where none or the key is. */
  readonly modelId: string | null;
  readonly stages: readonly StageResult[] | null;
  readonly isBusy: boolean;
  readonly problem: FormProblem | null;
  /** What is wrong with no field. */
  readonly rest: string | null;
  readonly canTest: boolean;
  readonly canStart: boolean;
  choose(modelId: string): void;
  chooseKey(): void;
  changeKey(typed: Parameters<KeyDraft["change"]>[0]): void;
  test(): Promise<void>;
  start(): Promise<void>;
  practise(): Promise<void>;
}

/** What was found on this computer. */
function useFound(): Found {
  const { client, providers } = useWindow();
  const [found, setFound] = useState<Found>({ offers: null, looked: [] });
  useEffect(() => {
    void providers.need();
    void client
      .request("model.probe", {})
      .then((probed) => setFound(probed.ok ? probed.value : { offers: [], looked: [] }));
  }, [client, providers]);
  return found;
}

function firstFound({ offers }: Found): Chosen {
  const modelId = offers?.find(({ models }) => models.length > 0)?.models[0];
  return modelId === undefined ? null : { kind: "model", modelId };
}

export function useFirstRun(): FirstRunState {
  const { client, agent, newChat } = useWindow();
  const draft = useKeyDraft();
  const found = useFound();
  const [picked, setPicked] = useState<Chosen>(null);
  const [tested, setTested] = useState<Tested | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const chosen = picked ?? firstFound(found);

  /** What a test said holds for what it tested. */
  const choose = (next: Chosen): void => {
    setPicked(next);
    setTested(null);
    setProblem(null);
  };
  const isKey = chosen?.kind === "key";
  const wanted = chosen?.kind === "model" ? chosen.modelId : null;
  const keyInput = { ...draft.input, ...(draft.row === undefined ? {} : { provider: draft.row.name }) };
  const startId = isKey ? (tested?.modelId ?? null) : wanted;

  const begin = async (input: Parameters<typeof client.request<"model.choose">>[1]): Promise<void> => {
    setBusy(true);
    const done = await client.request("model.choose", input);
    setBusy(false);
    if (!done.ok) return setProblem(formProblem(done.error));
    await agent.load();
    newChat();
  };
  return {
    found,
    draft,
    isKey,
    modelId: wanted,
    stages: tested?.stages ?? null,
    isBusy,
    problem,
    rest: otherProblem(problem, isKey ? ["apiKey", "apiBase"] : []),
    canTest: !isBusy && chosen !== null && (!isKey || draft.key.trim() !== "" || draft.isWhole),
    canStart: !isBusy && startId !== null,
    choose: (modelId) => choose({ kind: "model", modelId }),
    chooseKey: () => choose({ kind: "key" }),
    changeKey(typed) {
      choose({ kind: "key" });
      draft.change(typed);
    },
    async test() {
      setBusy(true);
      setProblem(null);
      const done = await client.request("model.test", isKey ? keyInput : wanted === null ? {} : { modelId: wanted });
      setBusy(false);
      if (done.ok) setTested(done.value);
      else setProblem(formProblem(done.error));
    },
    async start() {
      if (startId !== null) await begin({ modelId: startId, ...(isKey ? keyInput : {}) });
    },
    practise: () => begin({ modelId: practiceModel }),
  };
}
