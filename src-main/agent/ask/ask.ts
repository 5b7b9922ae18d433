import type { ContractError } from "../../../src-preload/contract/errors.ts";
import type { AssistantMessage, MessageError } from "../../../src-preload/contract/records.ts";
import { assertNever } from "../../../src-preload/contract/result.ts";
import type { BudgetState } from "../../../src-preload/contract/usage.ts";
import type { Model, ModelOutcome, ModelSink } from "../../models/model.ts";
import type { ChainStep, SwitchReason } from "../../models/router.ts";
import type { Refusal } from "../../usage/meter.ts";
import { text } from "../../words.ts";
import type { BuildOptions, BuiltRequest, ContextBuilder } from "../context-builder.ts";
import type { AgentDependencies, RunContext } from "../dependencies.ts";
import type { RecordMint } from "../records.ts";
import { buildFor } from "./build-for.ts";
import { keepReply } from "./keep-reply.ts";
import { estimatedUsage } from "./ledger-line.ts";
import { forecastOf, type Spent, settle } from "./spending.ts";
import { createStopwatch } from "./stopwatch.ts";
import { createStreamTeller } from "./stream-teller.ts";

/** What a request to the models of a run came to. */
export type Asked =
  | {
      readonly kind: "replied";
      readonly outcome: ModelOutcome;
      /** Null when there was nothing worth keeping (a blank reply, a failure before the first word). */
      readonly message: AssistantMessage | null;
      /** True when the calls of the reply may run. */
      readonly callsRun: boolean;
    }
  /** A limit is used up: nothing more was asked. */
  | { readonly kind: "over-budget"; readonly budget: BudgetState }
  /** The disk does not take what was said, or what it cost. */
  | { readonly kind: "not-stored"; readonly error: ContractError };

export type Reply = Extract<Asked, { kind: "replied" }>;

export interface AskOptions extends BuildOptions {
  /** Where every call is counted. */
  readonly spent: Spent;
  /** What the reply goes on from, where the one before was cut: words of it that are said again are left out. */
  readonly continues?: string;
  /** Mark an answer that says a deed is done of which there is no sign: the model was asked about it already. */
  readonly marksClaims?: boolean;
}

/** Asks the model of a run once, or one that stands in for it, and writes down what it said. */
export type Ask = (run: RunContext, options: AskOptions) => Promise<Asked>;

export interface AskParts {
  readonly deps: Pick<AgentDependencies, "events" | "host" | "ids" | "journal" | "keys" | "meter" | "models" | "tools">;
  readonly records: RecordMint;
  readonly context: ContextBuilder;
}

/** One call of one model. */
export interface Call extends Pick<ChainStep, "model" | "hasAlternative"> {
  readonly run: RunContext;
  readonly options: AskOptions;
  readonly sink: ModelSink;
}

type Called = { readonly kind: "answered"; readonly outcome: ModelOutcome } | Exclude<Asked, Reply>;

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
      if (next === null) return keepReply(parts, { ...call, messageId, stream, outcome: called.outcome });
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
  const admitted = await deps.meter.admit({ sessionKey: session.key, runId, settings, forecast, signal });
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
  options.spent.add(
    usage,
    settle(deps, { run, model, outcome: counted, times: stopwatch.times(), admission: admitted.value }),
  );
  return { kind: "answered", outcome: counted };
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
  return { kind: "answered", outcome: { ...nothing, finishReason: "error", error } };
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
