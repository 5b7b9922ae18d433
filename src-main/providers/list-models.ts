import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { practiceModelId } from "../models/practice/practice-model-id.ts";
import { type SetUpProvider, setUpProviders } from "./candidates.ts";
import { isChatModel } from "./chat-models.ts";
import { localServers, openly, type ProbeOptions, withProvider } from "./probe.ts";
import type { ProviderLists } from "./provider-lists.ts";
import { plainName } from "./provider-specs.ts";

const patienceMs = 5000;

/** Every model that can be chosen: what the settings name first, then what providers list that can be reached. */
export type ListModels = () => AsyncResult<readonly string[]>;

export function createModelList({ host, settings, ports }: ProbeOptions, lists: ProviderLists): ListModels {
  return async () => {
    const current = await settings.current();
    if (!current.ok) return current;
    const providers = withLocalServers(setUpProviders(current.value, host.env), ports);
    const found = await Promise.all(
      providers.map(async (provider) => {
        const listed = await lists.of(provider, { patienceMs, isFresh: false });
        return listed.ok ? listed.value.filter(isChatModel).map(({ id }) => `${provider.name}/${id}`) : [];
      }),
    );
    return ok([...new Set([...named(current.value), ...found.flat(), practiceModelId])]);
  };
}

/** Those that are set up, and the local servers that may run at their usual places. */
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
