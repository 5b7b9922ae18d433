import type { MessageError } from "../../../src-preload/contract/records.ts";
import { assertNever } from "../../../src-preload/contract/result.ts";
import type { Model, ModelOutcome } from "../../models/model.ts";
import type { ChainStep, SwitchReason } from "../../models/router.ts";
import type { Refusal } from "../../usage/meter.ts";
import { text } from "../../words.ts";
import type { BuiltRequest } from "../built-request.ts";
import type { ContextBuilder } from "../context-builder.ts";
import type { RunContext } from "../dependencies.ts";
import { spendingPlace } from "../spending-place.ts";
import type { Ask, Asked, AskParts, Call, Reply } from "./asked.ts";
import { buildFor } from "./build-for.ts";
import { keepReply } from "./keep-reply.ts";
import { estimatedUsage } from "./ledger-line.ts";
import { forecastOf, settle } from "./spending.ts";
import { createStopwatch } from "./stopwatch.ts";
import { createStreamTeller } from "./stream-teller.ts";

interface Answered {
  readonly kind: "answered";
  readonly outcome: ModelOutcome;
  readonly reasoningMs: number | null;
}
type Called = Answered | Exclude<Asked, Reply>;

/**
 * The way of a request to the wire: the models of the run in their order, each once more where it says "too long"; a
 * request built for its window, within the limits, told as it streams, counted in the ledger, written down.
 */
export function createAsk(parts: AskParts): Ask {
  return async (run, options) => {
    const messageId = parts.deps.ids.message();
    const stream = createStreamTeller(parts.deps, run, messageId);
    for (let step = run.chain.begin(); ; ) {
      tellSwitches(parts, run, step);
      const call: Call = { ...step, run, options, sink: stream.sink };
      let called = await callModel(parts, call);
      if (learnsWindow(parts.context, step.model, called)) called = await callModel(parts, call);
      if (called.kind !== "answered") return called;
      const next = run.chain.after(step.model, called.outcome);
      if (next === null) return keepReply(parts, { ...call, ...called, messageId, stream });
      step = next;
    }
  };
}

/** One call: built for this model's window, within the limits, counted in the ledger. */
async function callModel({ deps, context }: AskParts, call: Call): Promise<Called> {
  const { run, options, model, hasAlternative } = call;
  const built = await buildFor({ deps, context }, call);
  if (!built.fits) return notAsked("context_overflow", tooLarge(model, built));
  const forecast = () => forecastOf(deps, model, built);
  const { session, runId, settings, signal } = run;
  const at = spendingPlace(session, runId);
  const admitted = await deps.meter.admit({ ...at, settings, forecast, signal });
  if (!admitted.ok) return refused(admitted.error);
  const stopwatch = createStopwatch(deps.host, call.sink);
  let outcome: ModelOutcome;
  try {
    const request = hasAlternative ? { ...built.request, hasAlternative } : built.request;
    outcome = await model.complete(request, stopwatch.sink, signal);
  } catch (cause) {
    admitted.value.release();
    throw cause;
  }
  if (outcome.usage !== null) context.counted(model, outcome.usage.promptTokens);
  const usage = outcome.usage ?? estimatedUsage(outcome, built.tokens, deps.models.tokensOf);
  const counted = { ...outcome, usage };
  const times = stopwatch.times();
  options.spent.add(usage, settle(deps, { at, model, outcome: counted, times, admission: admitted.value }));
  return { kind: "answered", outcome: counted, reasoningMs: times.reasoningMs };
}

/** A provider that says "too long" is asked once more, with what that taught about its window. */
function learnsWindow(context: ContextBuilder, model: Model, called: Called): boolean {
  if (called.kind !== "answered" || called.outcome.content !== "") return false;
  const { error } = called.outcome;
  return error?.kind === "context_overflow" && context.overflowed(model, error);
}

function refused(refusal: Refusal): Called {
  switch (refusal.kind) {
    case "aborted":
      return notAsked("aborted", text("run.stopped"));
    case "budget":
      return { kind: "over-budget", budget: refusal.budget };
    case "storage":
      return { kind: "not-stored", error: refusal.error };
    default:
      return assertNever(refusal);
  }
}

function notAsked(kind: "context_overflow" | "aborted", userMessage: string): Called {
  const nothing = { content: "", reasoning: "", toolCalls: [], invalidToolCalls: [], usage: null };
  const error = { kind, retryable: false, userMessage };
  return { kind: "answered", outcome: { ...nothing, finishReason: "error", error }, reasoningMs: null };
}

function tooLarge(model: Model, { tokens, window }: BuiltRequest): string {
  return text("model.messageTooLarge", { model: model.id, tokens, window });
}

function tellSwitches({ deps }: AskParts, run: RunContext, { instead, model }: ChainStep): void {
  for (const { from, reason } of instead) {
    const at = { sessionKey: run.session.key, runId: run.runId, from: from.id, to: model.id };
    deps.events.publish({ topic: "agent", type: "model-switched", ...at, reason: wordsOf(reason) });
  }
}

function wordsOf(reason: SwitchReason): MessageError {
  return reason.kind === "resting"
    ? { code: "resting", message: text("model.resting") }
    : { code: reason.error.kind, message: reason.error.userMessage };
}
