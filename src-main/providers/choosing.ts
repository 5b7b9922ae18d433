import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { RouteInput } from "../../src-preload/contract/routes.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { chooseModel } from "./choose-model.ts";
import { createModelList, type ListModels } from "./list-models.ts";
import type { ListedNames } from "./listed-names.ts";
import type { ModelKnowledge } from "./model-knowledge.ts";
import { type ProbeOptions, type ProbeReport, probeModels } from "./probe.ts";
import { createProviderLists } from "./provider-lists.ts";
import { createProviders, type Providers, type ProvidersOptions } from "./providers.ts";
import { type TestReport, testModel } from "./test-model.ts";

/** Finding, testing and choosing models: what a person does, and no turn needs. Loaded on first use. */
export interface ModelChoosing {
  probe(): AsyncResult<ProbeReport>;
  readonly list: ListModels;
  test(choice: RouteInput<"model.test">, callPatienceMs?: number): AsyncResult<TestReport>;
  choose(choice: RouteInput<"model.choose">): AsyncResult<Settings>;
  readonly providers: Providers;
}

interface ChoosingOptions extends ProbeOptions {
  readonly names: ListedNames;
  readonly describe: ModelKnowledge["describe"];
  readonly chosenByChats: ProvidersOptions["chosenByChats"];
  /** A key that is tried or chosen is known before anybody can repeat it. */
  readonly learnKey: (key: string) => void;
}

export function createModelChoosing(options: ChoosingOptions): ModelChoosing {
  const { describe, learnKey, chosenByChats, names, ...probing } = options;
  const lists = createProviderLists(probing.host, probing.states, names);
  const list = createModelList(probing, lists);
  return {
    probe: () => probeModels(probing),
    list,
    test(choice, callPatienceMs) {
      learnKey(choice.apiKey ?? "");
      return testModel(choice, { ...probing, ...(callPatienceMs === undefined ? {} : { callPatienceMs }) });
    },
    choose(choice) {
      learnKey(choice.apiKey ?? "");
      return chooseModel(choice, probing);
    },
    providers: createProviders({ ...probing, lists, describe, listModels: list, chosenByChats }),
  };
}
