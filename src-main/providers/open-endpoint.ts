import type { Host } from "../host.ts";
import { readReferences } from "../keys/secret-references.ts";
import { isLoopback } from "../models/addresses.ts";
import { createOpenAiModel, type OpenAiModel, type OpenAiModelOptions } from "../models/openai-model.ts";
import { createNetwork } from "../network/network.ts";
import { type ResolvedEndpoint, readKey } from "./resolve-model.ts";

const defaultIdleMs = 120_000;

type OpenOptions = Pick<OpenAiModelOptions, "maxRetries" | "onLearnt" | "onOutcome"> & {
  /** No byte for so long and the attempt has failed. */
  readonly idleTimeoutMs?: number | undefined;
};

/** A resolved model, ready to be called; sends nothing yet. Without `maxRetries` the policy decides. */
export function openEndpointModel(resolved: ResolvedEndpoint, host: Host, options: OpenOptions = {}): OpenAiModel {
  const { idleTimeoutMs = defaultIdleMs, ...more } = options;
  return createOpenAiModel({
    id: resolved.id,
    isLocal: resolved.isLocal || isLoopback(resolved.baseUrl),
    modelName: resolved.modelName,
    baseUrl: resolved.baseUrl,
    apiKey: () => readKey(resolved.key, host.secrets),
    extraHeaders: resolved.extraHeaders,
    readHeaders: (headers) => readReferences(headers, host.secrets),
    idleTimeoutMs,
    clock: host,
    random: host.random,
    quirks: resolved.quirks,
    log: host.log,
    network: createNetwork(host, resolved.proxy),
    ...more,
  });
}
