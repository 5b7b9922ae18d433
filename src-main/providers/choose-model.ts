import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { type ModelChoice, targetOf } from "./key-target.ts";
import { resolveModel } from "./resolve-model.ts";
import { saveProvider } from "./save-provider.ts";
import type { TestOptions } from "./test-model.ts";

/**
 * Makes a model the default. A key goes into the key store under the provider's name, its reference and an address into the
 * settings.
 */
export async function chooseModel(
  choice: ModelChoice & { readonly modelId: string },
  { host, settings, states }: TestOptions,
): AsyncResult<Settings> {
  const current = await settings.current();
  if (!current.ok) return current;
  const target = targetOf(choice, current.value);
  if (!target.ok) return target;
  const { provider, settings: chosen } = target.value;
  const modelId = target.value.modelId ?? choice.modelId;
  const usable = resolveModel(chosen, host.env, modelId);
  if (!usable.ok) return usable;
  const forced = chosen.agents.defaults.provider;
  const isFreed = forced !== current.value.agents.defaults.provider;
  const also = { agents: { defaults: { model: modelId, ...(isFreed ? { provider: forced } : {}) } } };
  if (provider === null) return settings.update(also);
  const { apiKey, apiBase } = choice;
  const saved = await saveProvider({ name: provider, apiKey, apiBase }, { host, settings, also });
  if (saved.ok) await states.forget(provider, apiKey?.trim());
  return saved;
}
