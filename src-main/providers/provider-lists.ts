import type { Result } from "../../src-preload/contract/result.ts";
import { ok } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import type { ModelError } from "../models/model.ts";
import { askCapabilities } from "./ask-models.ts";
import type { SetUpProvider } from "./candidates.ts";
import type { ListedModel } from "./listed-model.ts";
import type { ListedNames } from "./listed-names.ts";
import type { ProviderStates } from "./provider-states.ts";

/** A list is taken again from the provider after so long. */
export const keptMs = 5 * 60_000;

type Listed = Result<readonly ListedModel[], ModelError>;

interface Kept {
  readonly until: number;
  readonly models: Promise<Listed>;
}

/** What providers list, asked once for several callers; only what was answered is kept. */
export interface ProviderLists {
  of(provider: SetUpProvider, options: { readonly patienceMs: number; readonly isFresh: boolean }): Promise<Listed>;
}

export function createProviderLists(host: Host, states: ProviderStates, names: ListedNames): ProviderLists {
  const kept = new Map<string, Kept>();

  async function ask(provider: SetUpProvider, patienceMs: number): Promise<Listed> {
    const { signal } = new AbortController();
    const question = { modelName: "", asksNative: false, timeoutMs: patienceMs, signal, isAskedByPerson: true };
    const asked = await askCapabilities(provider, question, host);
    states.listed(provider, asked.ok ? null : asked.error);
    if (asked.ok) {
      names.keep(provider, asked.value.modelIds);
      return ok(asked.value.models.filter(({ id }) => id !== ""));
    }
    host.log("debug", "a provider gave no list of models", { provider: provider.name, kind: asked.error.kind });
    return asked;
  }

  return {
    of(provider, { patienceMs, isFresh }) {
      const identity = JSON.stringify(provider);
      const known = kept.get(identity);
      if (!isFresh && known !== undefined && known.until > host.monotonic()) return known.models;
      const models = ask(provider, patienceMs);
      kept.set(identity, { until: host.monotonic() + keptMs, models });
      void models.then((found) => {
        if (!found.ok && kept.get(identity)?.models === models) kept.delete(identity);
      });
      return models;
    },
  };
}
