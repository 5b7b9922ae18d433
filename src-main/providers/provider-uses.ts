import type { ProviderStay } from "../../src-preload/contract/providers.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { isWebAddress } from "../models/addresses.ts";
import { candidateNamed, type Environment, isSetUp } from "./candidates.ts";
import { entryName } from "./key-target.ts";
import type { LocalPorts } from "./probe.ts";
import { addressOf } from "./provider-rows.ts";
import { plainName } from "./provider-specs.ts";
import type { ProviderStates } from "./provider-states.ts";
import { resolveModel } from "./resolve-model.ts";

interface UseScene {
  readonly settings: Settings;
  readonly env: Environment;
  readonly states: ProviderStates;
  readonly ports: LocalPorts | undefined;
}

/** What a provider takes along when it is removed. */
export interface Removal {
  /** The settings as they would be. */
  readonly after: Settings;
  /** Why it stays in the list of connections all the same; null where it leaves it. */
  readonly stays: ProviderStay | null;
  /** Whether a model goes with it. */
  takes(modelId: string): boolean;
  /** Whether a model could be used then. */
  leaves(modelId: string): boolean;
}

export function removalOf(name: string, scene: UseScene): Removal {
  const { settings, env } = scene;
  const after = without(name, settings);
  const stays = stayOf(name, { ...scene, settings: after });
  const isOwn = (modelId: string, current: Settings): boolean => {
    const found = resolveModel(current, env, modelId);
    const owner = found.ok && found.value.kind === "endpoint" ? found.value.provider : frontOf(modelId);
    return plainName(owner) === plainName(name);
  };
  return {
    after,
    stays,
    takes: (modelId) => stays === null && isOwn(modelId, settings),
    // Judged by the settings of now: without it, another one may take the name.
    leaves: (modelId) =>
      resolveModel(after, env, modelId).ok &&
      (stays !== null || (!isOwn(modelId, settings) && plainName(frontOf(modelId)) !== plainName(name))),
  };
}

/** Nothing is forced to go to what is no longer there. */
function without(name: string, settings: Settings): Settings {
  const entry = entryName(name, settings);
  const providers = Object.fromEntries(Object.entries(settings.providers).filter(([other]) => other !== entry));
  const { defaults } = settings.agents;
  const isForced = plainName(defaults.provider) === plainName(name);
  const agents = { ...settings.agents, defaults: { ...defaults, ...(isForced ? { provider: "auto" } : {}) } };
  return { ...settings, providers, agents };
}

/** A key in the environment, or a server that runs on this computer, sets it up again by itself. */
function stayOf(name: string, { settings, env, states, ports }: UseScene): ProviderStay | null {
  const candidate = candidateNamed(name, settings, env);
  if (candidate === null) return null;
  const { spec } = candidate;
  if (isSetUp(candidate)) return { kind: "environment", variable: spec?.keyVariable ?? "" };
  const baseUrl = addressOf(candidate, ports);
  if (spec?.kind !== "local" || baseUrl === null || !isWebAddress(baseUrl)) return null;
  return states.of({ name: spec.name, baseUrl }).isThere ? { kind: "running" } : null;
}

function frontOf(modelId: string): string {
  return modelId.slice(0, Math.max(0, modelId.indexOf("/")));
}

/** The change of the settings: what it takes along is taken out, and new chats use `next`, null for none yet. */
export function removalPatch(
  { takes, after }: Removal,
  settings: Settings,
  next: string | null,
): Readonly<Record<string, unknown>> {
  const { model, fallbackModels, provider } = settings.agents.defaults;
  const { favouriteModels } = settings.ui;
  const needsNext = model !== null && takes(model);
  const fallbacks = fallbackModels.filter((id) => !takes(id) && !(needsNext && id === next));
  const favourites = favouriteModels.filter((id) => !takes(id));
  const defaults = {
    ...(needsNext ? { model: next } : {}),
    ...(fallbacks.length === fallbackModels.length ? {} : { fallbackModels: fallbacks }),
    ...(after.agents.defaults.provider === provider ? {} : { provider: null }),
  };
  return {
    ...(Object.keys(defaults).length === 0 ? {} : { agents: { defaults } }),
    ...(favourites.length === favouriteModels.length ? {} : { ui: { favouriteModels: favourites } }),
  };
}
