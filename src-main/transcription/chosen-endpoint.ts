import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { fail, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Environment } from "../providers/candidates.ts";
import { type ResolvedModel, resolveModel } from "../providers/resolve-model.ts";
import { text } from "../words.ts";

/**
 * The endpoint that the settings choose for speech. It is the one of the provider that they name and of no other, whatever
 * chats use; `no-model` where nothing is chosen.
 */
export function chosenEndpoint(settings: Settings, env: Environment): Result<ResolvedModel, ContractError> {
  const { provider, model } = settings.transcription;
  if (provider === null || model === null) return fail(contractError("no-model", text("transcription.none")));
  const forced = { ...settings, agents: { ...settings.agents, defaults: { ...settings.agents.defaults, provider } } };
  return resolveModel(forced, env, `${provider}/${model}`);
}
