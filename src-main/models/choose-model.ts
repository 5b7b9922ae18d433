import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { text } from "../settings/text.ts";
import { type ModelChoice, targetOf } from "./key-target.ts";
import { resolveModel } from "./resolve-model.ts";
import type { TestOptions } from "./test-model.ts";

/** Makes a model the default. A key goes into the key store under the provider's name, the settings get its reference. */
export async function chooseModel(
  choice: ModelChoice & { readonly modelId: string },
  { host, settings, states }: TestOptions,
): Promise<Result<Settings, ContractError>> {
  const current = await settings.current();
  if (!current.ok) return current;
  const target = targetOf(choice, current.value);
  if (!target.ok) return target;
  const { provider } = target.value;
  const modelId = target.value.modelId ?? choice.modelId;
  const usable = resolveModel(target.value.settings, host.env, modelId);
  if (!usable.ok) return usable;
  if (provider !== null) {
    await states.forget(provider);
    const kept = await keep(() => host.secrets.set(provider, choice.apiKey?.trim() ?? ""));
    if (!kept.ok) return kept;
  }
  const forced = target.value.settings.agents.defaults.provider;
  const isFreed = forced !== current.value.agents.defaults.provider;
  return settings.update({
    agents: { defaults: { model: modelId, ...(isFreed ? { provider: forced } : {}) } },
    ...(provider === null ? {} : { providers: { [provider]: { apiKey: `secret:${provider}` } } }),
  });
}

async function keep(work: () => Promise<void>): Promise<Result<void, ContractError>> {
  try {
    await work();
    return ok(undefined);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return fail(contractError("storage", text("probe.keyNotKept", { reason })));
  }
}
