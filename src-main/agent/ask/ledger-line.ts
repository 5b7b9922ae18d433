import { chargedFor } from "../../../src-preload/contract/cost.ts";
import { parseSessionKey, type SessionKey } from "../../../src-preload/contract/ids.ts";
import { ownValue } from "../../../src-preload/contract/own-value.ts";
import type { Price } from "../../../src-preload/contract/providers.ts";
import type { Message, Usage } from "../../../src-preload/contract/records.ts";
import type { CallPurpose, LedgerCall } from "../../../src-preload/contract/usage.ts";
import type { Model, ModelOutcome } from "../../models/model.ts";
import type { CallScope } from "../../usage/periods.ts";
import type { ModelSource } from "../dependencies.ts";

/** The estimated usage of an answer when the provider reported none; null when the call returned nothing. */
export function estimatedUsage(
  outcome: ModelOutcome,
  promptTokens: number,
  tokensOf: (text: string) => number,
): Usage | null {
  const calls = outcome.toolCalls.map((call) => call.name + JSON.stringify(call.arguments));
  const written = [outcome.content, outcome.reasoning, outcome.refusal ?? "", ...calls].join("");
  if (written === "") return null;
  const completionTokens = tokensOf(written);
  return { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens, estimated: true };
}

export interface LedgerFacts extends CallScope {
  readonly model: Pick<Model, "id" | "isLocal">;
  /** The kind of the failure; null for a call that went well. */
  readonly error: string | null;
  readonly usage: Usage | null;
  readonly price: Price | null;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly durationMs: number;
  readonly firstTokenMs: number | null;
  /** By the chat's channel unless it is named. */
  readonly purpose?: CallPurpose;
}

/** The line of the ledger for a call that was made. */
export function ledgerCallOf(facts: LedgerFacts): LedgerCall {
  const { model, usage, price, sessionKey, runId, within } = facts;
  const isCharged = (usage?.cost ?? 0) > 0;
  return {
    _type: "call",
    time: new Date(facts.time).toISOString(),
    sessionKey,
    runId,
    ...(within === undefined ? {} : { within }),
    purpose: facts.purpose ?? purposeOf(sessionKey),
    model: model.id,
    // A gateway on this computer that charges is no model on this computer.
    isLocal: model.isLocal && !isCharged,
    inputTokens: usage?.promptTokens ?? 0,
    outputTokens: usage?.completionTokens ?? 0,
    cachedTokens: usage?.cachedTokens ?? 0,
    ...(usage?.cacheWriteTokens === undefined ? {} : { cacheWriteTokens: usage.cacheWriteTokens }),
    reasoningTokens: usage?.reasoningTokens ?? 0,
    estimated: usage?.estimated === true,
    cost: usage === null ? 0 : chargedFor(usage, price),
    ...(isCharged ? { charged: true } : {}),
    firstTokenMs: facts.firstTokenMs === null ? null : Math.round(facts.firstTokenMs),
    durationMs: Math.round(facts.durationMs),
    error: facts.error,
  };
}

/** Lines for the answers of a run, from what the transcript kept of them: as the calls themselves would have written them. */
export async function ledgerCallsOf(
  messages: readonly Message[],
  place: CallScope,
  models: Pick<ModelSource, "open" | "priceOf">,
): Promise<readonly LedgerCall[]> {
  const lines: LedgerCall[] = [];
  for (const message of messages) {
    if (message.role !== "assistant" || message.runId !== place.runId || message.usage === undefined) continue;
    const { model: id = "", usage, timestamp } = message;
    // A price is known once the model was opened by the settings.
    const opened = await models.open(id);
    const model = { id, isLocal: opened.ok && opened.value.isLocal };
    const times = { time: Date.parse(timestamp), durationMs: 0, firstTokenMs: null };
    lines.push(ledgerCallOf({ ...place, usage, model, ...times, price: models.priceOf(id), error: null }));
  }
  return lines;
}

const purposes: Readonly<Record<string, CallPurpose>> = {
  cron: "automation",
  heartbeat: "automation",
  subagent: "subagent",
};

function purposeOf(sessionKey: SessionKey): CallPurpose {
  return ownValue(purposes, parseSessionKey(sessionKey).channel) ?? "chat";
}
