import { mostCostOf } from "../../src-preload/contract/cost.ts";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { Usage } from "../../src-preload/contract/records.ts";
import { ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { BudgetState, LedgerCall } from "../../src-preload/contract/usage.ts";
import type { Model, ModelOutcome, ModelSink } from "../models/model.ts";
import type { Admission, Forecast } from "../usage/meter.ts";
import { text } from "../words.ts";
import type { BuildOptions, BuiltRequest, ContextBuilder } from "./context-builder.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import { estimatedUsage, ledgerCallOf } from "./ledger-call.ts";

export interface CallScene {
  readonly run: RunContext;
  readonly context: ContextBuilder;
  readonly sink: ModelSink;
  readonly options: BuildOptions;
  /** Whether another model stands by. */
  readonly hasAlternative: boolean;
}

/** What one call to one model came to. */
export type CallEnd =
  | {
      readonly kind: "answered";
      readonly outcome: ModelOutcome;
      readonly usage: Usage | null;
      /** The line of the ledger, on its way to the disk: to be awaited before the next call. */
      readonly settling: Promise<Result<void, ContractError>>;
    }
  | { readonly kind: "over-budget"; readonly outcome: null; readonly budget: BudgetState }
  | { readonly kind: "broken"; readonly outcome: null; readonly error: ContractError };

/** One call: built for this model's window, within the limits, written into the ledger. */
export async function callModel(deps: AgentDependencies, scene: CallScene, model: Model): Promise<CallEnd> {
  const { run } = scene;
  const built = await buildFor(deps, scene, model);
  if (!built.fits) return notMade(tooLarge(model, built));
  const { settings, signal, runId, session } = run;
  const forecast = () => forecastOf(deps, model, built);
  const admitted = await deps.meter.admit({ sessionKey: session.key, runId, settings, forecast, signal });
  if (admitted.ok) return meteredCall(deps, { ...scene, model, built, admission: admitted.value });
  switch (admitted.error.kind) {
    case "aborted":
      return notMade(failedOutcome("aborted", text("run.stopped")));
    case "budget":
      return { ...admitted.error, kind: "over-budget", outcome: null };
    case "storage":
      return { kind: "broken", outcome: null, error: admitted.error.error };
  }
}

/**
 * A request that would fit into every window goes out without asking how large this one is, unless it has to be paid from a
 * limit in money and nothing tells its price yet: the provider's list may.
 */
async function buildFor(deps: AgentDependencies, scene: CallScene, model: Model): Promise<BuiltRequest> {
  const { run, context, options } = scene;
  const known = await deps.models.facts(model.id);
  const built = await context.build(run, { ...options, model, facts: known });
  const isBlind = hasMoneyLimit(run.settings) && deps.models.priceOf(model.id) === null;
  if (known.source !== "default" || (built.tokens <= fitsEverywhere && !isBlind)) return built;
  const facts = await deps.models.facts(model.id, true);
  return context.build(run, { ...options, model, facts });
}

function hasMoneyLimit({ budgets }: Settings): boolean {
  return [budgets.run, budgets.chat, budgets.day, budgets.month].some(({ money }) => money !== null);
}

/** Tokens: the smallest window that is in use has 4,096, a quarter of it for the answer. */
const fitsEverywhere = 2800;

interface MeteredScene extends CallScene {
  readonly model: Model;
  readonly built: BuiltRequest;
  readonly admission: Admission;
}

async function meteredCall(deps: AgentDependencies, scene: MeteredScene): Promise<CallEnd> {
  const { run, model, built, admission, context } = scene;
  const started = deps.host.monotonic();
  let firstTokenMs: number | null = null;
  const first = (): void => {
    firstTokenMs ??= deps.host.monotonic() - started;
  };
  let outcome: ModelOutcome;
  try {
    const request = scene.hasAlternative ? { ...built.request, hasAlternative: true } : built.request;
    outcome = await model.complete(request, watchFirst(scene.sink, first), run.signal);
  } catch (cause) {
    admission.release();
    throw cause;
  }
  if (outcome.usage !== null) context.counted(model, outcome.usage.promptTokens);
  const usage = outcome.usage ?? estimatedUsage(outcome, built.tokens, deps.models.tokensOf);
  const call = ledgerCallOf({
    ...{
      sessionKey: run.session.key,
      runId: run.runId,
      model,
      usage,
      firstTokenMs,
      error: outcome.error?.kind ?? null,
    },
    price: deps.models.priceOf(model.id),
    time: deps.host.now(),
    durationMs: deps.host.monotonic() - started,
  });
  const settling = admission.settle(call).then((settled) => {
    if (settled.ok) tell(deps, call, settled.value);
    return settled.ok ? ok(undefined) : settled;
  });
  return { kind: "answered", outcome: { ...outcome, usage }, usage, settling };
}

function notMade(outcome: ModelOutcome): CallEnd {
  return { kind: "answered", outcome, usage: null, settling: Promise.resolve(ok(undefined)) };
}

function watchFirst(sink: ModelSink, first: () => void): ModelSink {
  return {
    text(delta) {
      first();
      sink.text(delta);
    },
    reasoning(delta) {
      first();
      sink.reasoning(delta);
    },
    retry: sink.retry,
  };
}

function tell({ events, meter }: AgentDependencies, call: LedgerCall, warned: readonly BudgetState[]): void {
  const at = { sessionKey: call.sessionKey, runId: call.runId };
  events.publish({ topic: "usage", type: "usage-changed", ...at, call });
  for (const budget of warned) {
    events.publish({ topic: "usage", type: "budget-warning", ...at, budget, message: meter.warning(budget) });
  }
}

/** The most that a call may use: the estimate may be short by a quarter, and the answer as long as it may get. */
function forecastOf(deps: AgentDependencies, model: Model, built: BuiltRequest): Forecast {
  const promptTokens = Math.ceil(built.tokens * 1.25);
  const completionTokens = built.request.parameters.maxTokens;
  const tokens = promptTokens + completionTokens;
  const listed = mostCostOf({ promptTokens, completionTokens }, deps.models.priceOf(model.id)) ?? 0;
  return { tokens, money: Math.max(listed, deps.meter.mostCharged(model.id, tokens)) };
}

function tooLarge(model: Model, { tokens, window }: BuiltRequest): ModelOutcome {
  return failedOutcome("context_overflow", text("model.messageTooLarge", { model: model.id, tokens, window }));
}

function failedOutcome(kind: "context_overflow" | "aborted", userMessage: string): ModelOutcome {
  const nothing = { content: "", reasoning: "", toolCalls: [], invalidToolCalls: [], usage: null };
  return { ...nothing, finishReason: "error", error: { kind, retryable: false, userMessage } };
}
