import type { ContractError } from "../../../src-preload/contract/errors.ts";
import { type IdMint, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { fail, type Result } from "../../../src-preload/contract/result.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import type { CallPurpose, LedgerCall } from "../../../src-preload/contract/usage.ts";
import type { EventBus } from "../../bus/event-bus.ts";
import type { Host } from "../../host.ts";
import { estimateTokens } from "../../models/estimate-tokens.ts";
import type { ModelError } from "../../models/model.ts";
import type { ResolvedEndpoint } from "../../providers/resolve-model.ts";
import type { Meter } from "../../usage/meter.ts";
import { text } from "../../words.ts";
import { askEmbeddings, type Embedded } from "./ask-embeddings.ts";

/** The endpoint that the settings choose, with what is known of it. */
export interface ChosenEmbeddings {
  readonly settings: Settings;
  readonly endpoint: ResolvedEndpoint;
  readonly address: string;
  readonly title: string;
  readonly isAgreed: boolean;
  /** Dollars; null where it is not known, 0 on this computer. */
  readonly pricePerMillion: number | null;
}

export interface CountingParts {
  readonly host: Host;
  readonly ids: IdMint;
  readonly meter: Meter;
  readonly events: EventBus;
}

/** Why there are no vectors. */
export type EmbeddingFailure =
  /** Nothing was sent. */
  { readonly kind: "refused"; readonly error: ContractError } | { readonly kind: "failed"; readonly error: ModelError };

/** Where what it costs counts: it is of no chat. */
const recallKey = sessionKeySchema.parse("system:recall");
const patienceMs = 60_000;

/** One request within the limits, with its line in the ledger. A limit that is reached refuses before anything is sent. */
export async function countedEmbeddings(
  parts: CountingParts,
  chosen: ChosenEmbeddings,
  { texts, purpose }: { readonly texts: readonly string[]; readonly purpose: CallPurpose },
  signal: AbortSignal,
): Promise<Result<Embedded, EmbeddingFailure>> {
  const { host, meter, events } = parts;
  const { endpoint, pricePerMillion } = chosen;
  const at = { sessionKey: recallKey, runId: parts.ids.run() };
  const estimated = texts.reduce((sum, one) => sum + estimateTokens(one), 0);
  const costOf = (tokens: number): number | null =>
    pricePerMillion === null ? null : (tokens * pricePerMillion) / 1_000_000;
  const forecast = () => ({ tokens: estimated, money: costOf(estimated) ?? 0 });
  // Of no chat, it keeps to no chat's limit.
  const { budgets } = chosen.settings;
  const settings = { ...chosen.settings, budgets: { ...budgets, chat: { tokens: null, money: null } } };
  const admitted = await meter.admit({ ...at, settings, forecast, signal });
  if (!admitted.ok) {
    return fail({ kind: "refused", error: meter.refusalError(admitted.error, text("recall.vectorsStopped")) });
  }
  const started = host.monotonic();
  let answer: Result<Embedded, ModelError>;
  try {
    answer = await askEmbeddings(endpoint, { texts, timeoutMs: patienceMs }, host, signal);
  } catch (cause) {
    admitted.value.release();
    throw cause;
  }
  const told = answer.ok ? answer.value.inputTokens : null;
  // What failed is not charged, as far as anybody can know.
  const inputTokens = answer.ok ? (told ?? estimated) : 0;
  const line: LedgerCall = {
    _type: "call",
    time: new Date(host.now()).toISOString(),
    ...at,
    purpose,
    model: endpoint.id,
    isLocal: endpoint.isLocal,
    inputTokens,
    outputTokens: 0,
    cachedTokens: 0,
    reasoningTokens: 0,
    estimated: answer.ok && told === null,
    cost: answer.ok ? costOf(inputTokens) : 0,
    firstTokenMs: null,
    durationMs: Math.round(host.monotonic() - started),
    error: answer.ok ? null : answer.error.kind,
  };
  const kept = await admitted.value.settle(line);
  if (!answer.ok) return fail({ kind: "failed", error: answer.error });
  if (!kept.ok) return fail({ kind: "refused", error: kept.error });
  events.publish({ topic: "usage", type: "usage-changed", ...at, call: line });
  for (const budget of kept.value) {
    events.publish({ topic: "usage", type: "budget-warning", ...at, budget, message: meter.warning(budget) });
  }
  return answer;
}
