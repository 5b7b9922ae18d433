import type { EmbeddingsPlace, EmbeddingsTest } from "../../../src-preload/contract/embeddings.ts";
import { type ContractError, contractError } from "../../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import { addressOfBase, isLoopback } from "../../models/addresses.ts";
import { explainEndpoint } from "../../providers/diagnosis/explain-endpoint.ts";
import { providerSpec } from "../../providers/provider-specs.ts";
import { type ResolvedEndpoint, resolveModel } from "../../providers/resolve-model.ts";
import type { SettingsStore } from "../../settings/settings-store.ts";
import type { VectorState } from "../../storage/recall-calls.ts";
import type { RecallStore } from "../../storage/recall-store.ts";
import { text } from "../../words.ts";
import {
  type ChosenEmbeddings,
  type CountingParts,
  countedEmbeddings,
  type EmbeddingFailure,
} from "./counted-embeddings.ts";
import type { EmbeddingPrices } from "./embedding-prices.ts";
import type { Embeddings } from "./vector-maker.ts";

/** What makes vectors, as the settings choose it. */
export interface EmbeddingChoice {
  /** `problem`: why none are made just now. */
  describe(problem: string | null): AsyncResult<EmbeddingsPlace>;
  /** The memory and chats may go to this address from now on. */
  agree(address: string): AsyncResult<void>;
  test(signal: AbortSignal): AsyncResult<EmbeddingsTest>;
  /** Null where nothing is chosen, nobody has agreed to where texts go, or it cannot be asked. */
  current(): Promise<Embeddings | null>;
}

interface ChoiceParts extends CountingParts {
  readonly settings: SettingsStore;
  readonly store: Pick<RecallStore, "vectorState">;
  readonly prices: EmbeddingPrices;
}

/** Letters to a token, about: what every entry holds is not read for a forecast. */
const lettersPerToken = 3.5;

export function createEmbeddingChoice(parts: ChoiceParts): EmbeddingChoice {
  const { settings, store } = parts;

  const chosenOf = (current: Settings) => chosenIn(current, parts);

  return {
    async describe(problem) {
      const current = await settings.current();
      if (!current.ok) return current;
      if (!isChosen(current.value)) return ok({ kind: "none" });
      const chosen = await chosenOf(current.value);
      if (!chosen.ok) return ok({ kind: "broken", message: chosen.error.message });
      const state = await store.vectorState(nameOf(chosen.value));
      return state.ok ? ok(described(chosen.value, state.value, problem)) : state;
    },
    async agree(address) {
      const current = await settings.current();
      if (!current.ok) return current;
      const { agreedAddresses } = current.value.memory.recall.embeddings;
      if (agreedAddresses.includes(address)) return ok(undefined);
      const embeddings = { agreedAddresses: [...agreedAddresses, address] };
      const kept = await settings.update({ memory: { recall: { embeddings } } });
      return kept.ok ? ok(undefined) : kept;
    },
    async test(signal) {
      const current = await settings.current();
      if (!current.ok) return current;
      const chosen = await chosenOf(current.value);
      if (!chosen.ok) return ok({ kind: "failed", tookMs: 0, message: chosen.error.message, nextStep: "" });
      return ok(await tested(chosen.value, parts, signal));
    },
    async current() {
      const current = await settings.current();
      if (!current.ok || !isChosen(current.value)) return null;
      const found = await chosenOf(current.value);
      if (!found.ok || !found.value.isAgreed) return null;
      const chosen = found.value;
      return {
        model: nameOf(chosen),
        async embed(texts, signal) {
          const made = await countedEmbeddings(parts, chosen, { texts, purpose: "memory" }, signal);
          return made.ok ? ok(made.value.vectors) : fail({ message: wordsOf(made.error) });
        },
      };
    },
  };
}

async function chosenIn(settings: Settings, { host, prices }: ChoiceParts): AsyncResult<ChosenEmbeddings> {
  const resolved = endpointOf(settings, host.env);
  if (!resolved.ok) return resolved;
  const isLocal = resolved.value.isLocal || isLoopback(resolved.value.baseUrl);
  const endpoint = { ...resolved.value, isLocal };
  const address = addressOfBase(endpoint.baseUrl);
  return ok({
    settings,
    endpoint,
    address,
    title: providerSpec(endpoint.provider)?.title ?? endpoint.provider,
    isAgreed: settings.memory.recall.embeddings.agreedAddresses.includes(address),
    pricePerMillion: (await prices.of(endpoint.id, settings.prices)) ?? (isLocal ? 0 : null),
  });
}

function described(chosen: ChosenEmbeddings, state: VectorState, problem: string | null): EmbeddingsPlace {
  const { endpoint, address, title, isAgreed, pricePerMillion } = chosen;
  const { made, all, lackingChars } = state;
  const lackingTokens = Math.ceil(lackingChars / lettersPerToken);
  const forecast = pricePerMillion === null ? null : (lackingTokens * pricePerMillion) / 1_000_000;
  const { id: modelId, isLocal } = endpoint;
  return { kind: "ready", modelId, title, address, isLocal, isAgreed, made, all, lackingTokens, forecast, problem };
}

function isChosen({ memory }: Settings): boolean {
  const { provider, model } = memory.recall.embeddings;
  return provider !== null && model !== null;
}

/** The one of the provider that the settings name and of no other, whatever chats use. */
function endpointOf(
  settings: Settings,
  env: Parameters<typeof resolveModel>[1],
): Result<ResolvedEndpoint, ContractError> {
  const { provider, model } = settings.memory.recall.embeddings;
  if (provider === null || model === null) return fail(contractError("no-model", text("recall.vectorsNone")));
  const forced = { ...settings, agents: { ...settings.agents, defaults: { ...settings.agents.defaults, provider } } };
  const resolved = resolveModel(forced, env, `${provider}/${model}`);
  if (!resolved.ok) return resolved;
  if (resolved.value.kind === "practice") return fail(contractError("no-model", text("recall.vectorsPractice")));
  return ok(resolved.value);
}

/** Whose vectors they are: what a model of this name makes elsewhere is no use beside them. */
function nameOf({ endpoint, address }: ChosenEmbeddings): string {
  return `${endpoint.id} ${address}`;
}

function wordsOf(failure: EmbeddingFailure): string {
  return failure.kind === "refused" ? failure.error.message : failure.error.userMessage;
}

async function tested(chosen: ChosenEmbeddings, parts: CountingParts, signal: AbortSignal): Promise<EmbeddingsTest> {
  const started = parts.host.monotonic();
  const texts = [text("recall.vectorsSample")];
  const made = await countedEmbeddings(parts, chosen, { texts, purpose: "test" }, signal);
  const tookMs = parts.host.monotonic() - started;
  if (made.ok) {
    const count = made.value.vectors[0]?.length ?? 0;
    return { kind: "passed", tookMs, message: text("recall.vectorsPassed", { title: chosen.title, count }) };
  }
  if (made.error.kind === "refused") return { kind: "failed", tookMs, message: made.error.error.message, nextStep: "" };
  const problem = await explainEndpoint({ endpoint: chosen.endpoint, error: made.error.error, tookMs }, parts.host);
  const nextStep = problem.isMissing ? text("recall.vectorsNeedPath") : problem.nextStep;
  return { kind: "failed", tookMs, message: problem.message, nextStep };
}
