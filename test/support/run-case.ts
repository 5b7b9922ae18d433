import { isDeepStrictEqual } from "node:util";
import type { ModelOutcome, ModelSink, WireMessage } from "../../src-main/models/model.ts";
import { createOpenAiModel } from "../../src-main/models/openai-model.ts";
import { toolOffersOf } from "../../src-main/models/tools/tool-offers.ts";
import { discoverCapabilities } from "../../src-main/providers/capabilities.ts";
import { type ResolvedEndpoint, resolveModel } from "../../src-main/providers/resolve-model.ts";
import { settingsSchema } from "../../src-preload/contract/settings.ts";
import { wireHistory } from "./case-history.ts";
import type { ProviderCase } from "./replay.d.mts";
import { createSystemClock } from "./system-clock.ts";

export const silentSink: ModelSink = { text() {}, reasoning() {}, retry() {} };

const question: WireMessage = { role: "user", json: '{"role":"user","content":"Hello"}', tokens: 6 };

/** The endpoint of a case as the settings would find it: at its address, under the name of a provider. */
function resolved(providerCase: ProviderCase, baseUrl: string, provider: string): ResolvedEndpoint {
  const settings = settingsSchema.parse({ providers: { [provider]: { apiBase: baseUrl, apiKey: "case-key" } } });
  const found = resolveModel(settings, {}, `${provider}/${providerCase.model ?? "replay-model"}`);
  if (!found.ok || found.value.kind === "practice") throw new Error(`${providerCase.id} has no endpoint`);
  return found.value;
}

/** Runs a provider case through the real client and answers its outcome, with the time it took. */
export async function runCase(
  providerCase: ProviderCase,
  baseUrl: string,
  sink: ModelSink = silentSink,
  provider = "custom",
): Promise<ModelOutcome & { readonly elapsedMs: number }> {
  const endpoint = resolved(providerCase, baseUrl, provider);
  using model = createOpenAiModel({
    id: endpoint.id,
    modelName: endpoint.modelName,
    baseUrl: endpoint.baseUrl,
    apiKey: async () => "case-key",
    extraHeaders: endpoint.extraHeaders,
    idleTimeoutMs: providerCase.client?.idleTimeoutMs ?? 10_000,
    clock: createSystemClock(),
    random: Math.random,
    quirks: endpoint.quirks,
    log: () => {},
    stream: providerCase.stream ?? true,
    maxRetries: 0,
  });
  const started = performance.now();
  const tools = (providerCase.tools ?? []).map((tool) => ({ ...tool, description: tool.name }));
  const outcome = await model.complete(
    {
      messages: providerCase.client?.history === undefined ? [question] : wireHistory(providerCase.client.history),
      tools: toolOffersOf(tools),
      parameters: { temperature: 0.1, maxTokens: 1000, reasoningEffort: null },
      contextWindow: providerCase.client?.contextWindow ?? null,
    },
    sink,
    new AbortController().signal,
  );
  return { ...outcome, elapsedMs: performance.now() - started };
}

/** Runs a case of kind `models` or `catalog`: what the endpoint tells of its models, the same whichever way it is asked. */
export async function runListCase(providerCase: ProviderCase, baseUrl: string): Promise<unknown> {
  const direct = await listCase(providerCase, baseUrl, false);
  const byClient = await listCase(providerCase, baseUrl, true);
  return isDeepStrictEqual(direct, byClient) ? direct : { error: "the reference client told something else", byClient };
}

async function listCase(providerCase: ProviderCase, baseUrl: string, isAskedByPerson: boolean): Promise<unknown> {
  const { id, modelName, baseUrl: address, quirks, extraHeaders } = resolved(providerCase, baseUrl, "custom");
  const found = await discoverCapabilities(
    {
      id,
      modelName,
      baseUrl: address,
      apiKey: "case-key",
      keyHeader: quirks.keyHeader,
      extraHeaders,
      asksNative: true,
      clock: createSystemClock(),
      log: () => {},
      timeoutMs: 10_000,
      isAskedByPerson,
    },
    new AbortController().signal,
  );
  return found.ok ? { ...found.value, error: null } : { error: found.error };
}
