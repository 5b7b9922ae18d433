import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { IdMint, SessionKey } from "../../src-preload/contract/ids.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { CallPurpose, LedgerCall } from "../../src-preload/contract/usage.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { Host } from "../host.ts";
import type { ModelError } from "../models/model.ts";
import type { ResolvedEndpoint } from "../providers/resolve-model.ts";
import type { Admission, Meter } from "../usage/meter.ts";
import { text } from "../words.ts";
import { askEndpoint, type Heard, type Upload } from "./ask-endpoint.ts";

interface CountedUpload extends Omit<Upload, "timeoutMs"> {
  readonly endpoint: ResolvedEndpoint;
  readonly settings: Settings;
  readonly sessionKey: SessionKey;
  readonly purpose: CallPurpose;
  /** How long it is, as far as that is known. */
  readonly seconds: number;
  /** The length is guessed. */
  readonly isGuess: boolean;
  /** Null where it is not known; 0 on this computer. */
  readonly pricePerMinute: number | null;
}

export interface CountedHeard {
  readonly text: string;
  readonly seconds: number;
  readonly cost: number | null;
}

/** Why there are no words. */
export type UploadFailure =
  /** It was not sent. */
  { readonly kind: "refused"; readonly error: ContractError } | { readonly kind: "failed"; readonly error: ModelError };

export interface CountingParts {
  readonly host: Host;
  readonly ids: IdMint;
  readonly meter: Meter;
  readonly events: EventBus;
}

/** A minute is waited for at the least; a slow computer may take twice as long as the recording. */
const patienceMs = (seconds: number): number => Math.round(120_000 + seconds * 2000);

/** One request within the limits, with its line in the ledger. A limit that is reached refuses before anything is sent. */
export async function countedUpload(
  parts: CountingParts,
  upload: CountedUpload,
  signal: AbortSignal,
): Promise<Result<CountedHeard, UploadFailure>> {
  const { host, meter } = parts;
  const { endpoint, settings, seconds, pricePerMinute } = upload;
  const at = { sessionKey: upload.sessionKey, runId: parts.ids.run() };
  const forecast = () => ({ tokens: 0, money: ((pricePerMinute ?? 0) * seconds) / 60 });
  const admitted = await meter.admit({ ...at, settings, forecast, signal });
  if (!admitted.ok)
    return fail({ kind: "refused", error: meter.refusalError(admitted.error, text("transcription.stopped")) });
  const started = host.monotonic();
  let heard: Result<Heard, ModelError>;
  try {
    heard = await askEndpoint(endpoint, { ...upload, timeoutMs: patienceMs(seconds) }, host, signal);
  } catch (cause) {
    admitted.value.release();
    throw cause;
  }
  const told = heard.ok ? heard.value.seconds : null;
  const length = told ?? seconds;
  // What failed is not charged, as far as anybody can know.
  const cost = !heard.ok ? 0 : pricePerMinute === null ? null : (pricePerMinute * length) / 60;
  const line: LedgerCall = {
    _type: "call",
    time: new Date(host.now()).toISOString(),
    ...at,
    purpose: upload.purpose,
    model: endpoint.id,
    isLocal: endpoint.isLocal,
    inputTokens: (heard.ok ? heard.value.inputTokens : null) ?? 0,
    outputTokens: (heard.ok ? heard.value.outputTokens : null) ?? 0,
    cachedTokens: 0,
    reasoningTokens: 0,
    estimated: told === null && upload.isGuess,
    cost,
    firstTokenMs: null,
    durationMs: Math.round(host.monotonic() - started),
    error: heard.ok ? null : heard.error.kind,
    audioSeconds: Math.round(length * 10) / 10,
  };
  const kept = await settle(parts, line, admitted.value);
  if (!heard.ok) return fail({ kind: "failed", error: heard.error });
  return kept.ok ? ok({ text: heard.value.text, seconds: length, cost }) : fail({ kind: "refused", error: kept.error });
}

async function settle({ events, meter }: CountingParts, call: LedgerCall, admission: Admission) {
  const settled = await admission.settle(call);
  if (!settled.ok) return settled;
  const at = { sessionKey: call.sessionKey, runId: call.runId };
  events.publish({ topic: "usage", type: "usage-changed", ...at, call });
  for (const budget of settled.value) {
    events.publish({ topic: "usage", type: "budget-warning", ...at, budget, message: meter.warning(budget) });
  }
  return settled;
}
