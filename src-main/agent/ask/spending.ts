import { mostCostOf } from "../../../src-preload/contract/cost.ts";
import type { ContractError } from "../../../src-preload/contract/errors.ts";
import type { Usage } from "../../../src-preload/contract/records.ts";
import { ok, type Result } from "../../../src-preload/contract/result.ts";
import type { CallPurpose } from "../../../src-preload/contract/usage.ts";
import type { Model, ModelOutcome } from "../../models/model.ts";
import type { Admission, Forecast } from "../../usage/meter.ts";
import type { CallScope } from "../../usage/periods.ts";
import type { BuiltRequest } from "../built-request.ts";
import type { AgentDependencies } from "../dependencies.ts";
import { ledgerCallOf } from "./ledger-line.ts";
import type { CallTimes } from "./stopwatch.ts";

type Stored = Result<void, ContractError>;

/** What a turn has used until now. */
export class Spent {
  #usage: Usage | null = null;
  #last = 0;
  #lines: Promise<Stored>[] = [];

  /** Null when nothing used anything. */
  get usage(): Usage | null {
    return this.#usage;
  }

  /** Tokens after another call, which takes about as much as the last one and hardly ever less. */
  get next(): number {
    return (this.#usage?.totalTokens ?? 0) + this.#last;
  }

  /** `stored`: resolves when its ledger line is on the disk. */
  add(usage: Usage | null, stored: Promise<Stored>): void {
    this.#usage = addUsage(this.#usage, usage);
    this.#last = usage?.totalTokens ?? this.#last;
    this.#lines.push(stored);
  }

  /** Resolves when all that was added is in the ledger; fails with the first line that is not. */
  async stored(): Promise<Stored> {
    const lines = this.#lines;
    this.#lines = [];
    const failed = (await Promise.all(lines)).find((line) => !line.ok);
    return failed ?? ok(undefined);
  }
}

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
  events.publish({ topic: "usage", type: "usage-changed", ...at, call });
  for (const budget of settled.value) {
    events.publish({ topic: "usage", type: "budget-warning", ...at, budget, message: meter.warning(budget) });
  }
  return ok(undefined);
}

function addUsage(sum: Usage | null, more: Usage | null): Usage | null {
  if (sum === null || more === null) return sum ?? more;
  const cached = (sum.cachedTokens ?? 0) + (more.cachedTokens ?? 0);
  const written = (sum.cacheWriteTokens ?? 0) + (more.cacheWriteTokens ?? 0);
  const reasoning = (sum.reasoningTokens ?? 0) + (more.reasoningTokens ?? 0);
  return {
    promptTokens: sum.promptTokens + more.promptTokens,
    completionTokens: sum.completionTokens + more.completionTokens,
    totalTokens: sum.totalTokens + more.totalTokens,
    ...(cached === 0 ? {} : { cachedTokens: cached }),
    ...(written === 0 ? {} : { cacheWriteTokens: written }),
    ...(reasoning === 0 ? {} : { reasoningTokens: reasoning }),
    // A part of a cost is none.
    ...(sum.cost === undefined || more.cost === undefined ? {} : { cost: sum.cost + more.cost }),
    ...(sum.estimated === true || more.estimated === true ? { estimated: true } : {}),
  };
}
