import type { ContractError } from "../../src-preload/contract/errors.ts";
import { ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Host } from "../host.ts";
import { askModels } from "./ask-models.ts";
import { type SetUpProvider, setUpProviders } from "./candidates.ts";
import { localServers, openly, type ProbeOptions, withProvider } from "./probe.ts";
import { plainName } from "./provider-specs.ts";
import { practiceModelId } from "./resolve-model.ts";

/** A list is taken again from the provider after so long. */
export const keptMs = 5 * 60_000;
const patienceMs = 5000;

interface Kept {
  readonly until: number;
  readonly models: Promise<readonly string[] | null>;
}

/** Every model that can be chosen: what the settings name first, then what providers list that can be reached. */
export type ListModels = () => Promise<Result<readonly string[], ContractError>>;

export function createModelList({ host, settings, ports }: ProbeOptions): ListModels {
  const kept = new Map<string, Kept>();

  /** Asked once for several callers; only what was answered is kept. */
  function modelsOf(provider: SetUpProvider): Promise<readonly string[] | null> {
    const identity = JSON.stringify(provider);
    const known = kept.get(identity);
    if (known !== undefined && known.until > host.monotonic()) return known.models;
    const models = ask(provider, host);
    kept.set(identity, { until: host.monotonic() + keptMs, models });
    void models.then((found) => {
      if (found === null && kept.get(identity)?.models === models) kept.delete(identity);
    });
    return models;
  }

  return async () => {
    const current = await settings.current();
    if (!current.ok) return current;
    const providers = withLocalServers(setUpProviders(current.value, host.env), ports);
    const lists = await Promise.all(
      providers.map(async (provider) => ((await modelsOf(provider)) ?? []).map((model) => `${provider.name}/${model}`)),
    );
    return ok([...new Set([...named(current.value), ...lists.flat(), practiceModelId])]);
  };
}

async function ask(provider: SetUpProvider, host: Host): Promise<readonly string[] | null> {
  const asked = await askModels(provider, host, patienceMs);
  if (asked.ok) return asked.value;
  host.log("debug", "a provider gave no list of models", { provider: provider.name, kind: asked.error.kind });
  return null;
}

function withLocalServers(setUp: readonly SetUpProvider[], ports: ProbeOptions["ports"]): readonly SetUpProvider[] {
  const known = new Set(setUp.map(({ name }) => plainName(name)));
  const more = localServers(ports).filter(({ provider }) => !known.has(plainName(provider)));
  return [...setUp, ...more.map(({ provider, baseUrl }) => ({ name: provider, baseUrl, isLocal: true, ...openly }))];
}

function named(settings: Settings): readonly string[] {
  const { model, fallbackModels } = settings.agents.defaults;
  const own = Object.entries(settings.providers).flatMap(([name, provider]) =>
    provider.models.map((id) => withProvider(name, id)),
  );
  return [...(model === null ? [] : [model]), ...fallbackModels, ...own];
}
