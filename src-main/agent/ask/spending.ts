import { mostCostOf } from "../../../src-preload/contract/cost.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import type { CallPurpose } from "../../../src-preload/contract/usage.ts";
import type { Model, ModelOutcome } from "../../models/model.ts";
import type { Admission, Forecast } from "../../usage/meter.ts";
import type { CallScope } from "../../usage/periods.ts";
import type { BuiltRequest } from "../built-request.ts";
import type { AgentDependencies } from "../dependencies.ts";
import { ledgerCallOf } from "./ledger-line.ts";
import type { Stored } from "./spent.ts";
import type { CallTimes } from "./stopwatch.ts";

/** The most that a call may use: the estimate may be short by a quarter, and the answer as long as it may get. */
export function forecastOf(
  { models, meter }: Pick<AgentDependencies, "models" | "meter">,
  model: Model,
  built: Pick<BuiltRequest, "tokens" | "request">,
): Forecast {
  const promptTokens = Math.ceil(built.tokens * 1.25);
  const completionTokens = built.request.parameters.maxTokens;
  const tokens = promptTokens + completionTokens;
  const listed = mostCostOf({ promptTokens, completionTokens }, models.priceOf(model.id)) ?? 0;
  return { tokens, money: Math.max(listed, meter.mostCharged(model.id, tokens)) };
}

export interface MadeCall {
  readonly at: CallScope;
  readonly purpose?: CallPurpose;
  readonly model: Model;
  readonly outcome: ModelOutcome;
  readonly times: CallTimes;
  readonly admission: Admission;
}

/** Writes the line of a call into the ledger and tells what it used, and which limits it came near. */
export async function settle(
  { models, host, events, meter }: Pick<AgentDependencies, "models" | "host" | "events" | "meter">,
  { at, purpose, model, outcome, times, admission }: MadeCall,
): Promise<Stored> {
  const call = ledgerCallOf({
    ...at,
    ...(purpose === undefined ? {} : { purpose }),
    ...times,
    model,
    usage: outcome.usage,
    error: outcome.error?.kind ?? null,
    price: models.priceOf(model.id),
    time: host.now(),
  });
  const settled = await admission.settle(call);
  if (!settled.ok) return settled;
  const { sessionKey, runId } = at;
  events.publish({ topic: "usage", type: "usage-changed", sessionKey, runId, call });
  for (const budget of settled.value) {
    const message = meter.warning(budget);
    events.publish({ topic: "usage", type: "budget-warning", sessionKey, runId, budget, message });
  }
  return ok(undefined);
}
