import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { MessageId } from "../../src-preload/contract/ids.ts";
import type { AssistantMessage, Usage } from "../../src-preload/contract/records.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { BudgetState } from "../../src-preload/contract/usage.ts";
import type { ModelOutcome, ModelSink } from "../models/model.ts";
import { text } from "../words.ts";
import { askModel } from "./ask-model.ts";
import { isUnproven } from "./claim-check.ts";
import type { BuildOptions, ContextBuilder } from "./context-builder.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import type { RecordMint } from "./records.ts";
import { withoutRepeat } from "./seam.ts";

export interface Reply {
  readonly kind: "replied";
  /** Of every call that this one took. */
  readonly usage: Usage | null;
  readonly outcome: ModelOutcome;
  /** Null when there was nothing worth keeping (a blank reply, a failure before the first word). */
  readonly message: AssistantMessage | null;
  /** True when the calls of the reply may run. */
  readonly callsRun: boolean;
}

/** A limit is used up: nothing was asked. */
export interface OverBudget {
  readonly kind: "over-budget";
  readonly budget: BudgetState;
  readonly usage: Usage | null;
}

export interface AskOptions extends BuildOptions {
  /** What the reply goes on from, where the one before was cut: words of it that are said again are left out. */
  readonly continues?: string;
  /** Mark an answer that says a deed is done of which there is no sign: the model was asked about it already. */
  readonly marksClaims?: boolean;
}

/** Asks the model once and writes down what it said. */
export interface Iteration {
  ask(run: RunContext, options: AskOptions): Promise<Result<Reply | OverBudget, ContractError>>;
}

export function createIteration(deps: AgentDependencies, records: RecordMint, context: ContextBuilder): Iteration {
  return {
    async ask(run, { continues = "", marksClaims = false, ...options }) {
      const messageId = deps.ids.message();
      const stream = createStreamTeller(deps, run, messageId);
      const asked = await askModel(deps, { run, context, sink: stream.sink, options });
      if (asked.kind === "broken") return fail(asked.error);
      if (asked.kind === "over-budget") return ok(asked);
      const { usage, model, settling } = asked;
      const outcome = deps.keys.redactAll(asked.outcome);
      stream.flush();
      const told = await tellLeftOut(deps, records, run, outcome, model.id);
      if (!told.ok) return told;
      const callsRun = mayRun(outcome);
      const said = outcome.content === "" ? (outcome.refusal ?? "") : outcome.content;
      const content = withoutRepeat(continues, said);
      const called = callsRun && outcome.toolCalls.length + outcome.invalidToolCalls.length > 0;
      if (content.trim() === "" && !called) {
        stream.end();
        const settled = await settling;
        return settled.ok ? ok({ kind: "replied", outcome, usage, message: null, callsRun }) : settled;
      }
      const reply = {
        model: model.id,
        ...(model.id === run.model.id ? {} : { insteadOf: run.model.id }),
        content,
        outcome,
        withCalls: callsRun,
        unproven: marksClaims && !called && isUnproven(deps, run, content),
        ...(outcome.error === null ? {} : { error: { code: outcome.error.kind, message: outcome.error.userMessage } }),
      };
      const appending = deps.journal.append(
        run.session,
        (head) => [records.assistant(messageId, head, run.runId, reply)] as const,
        run.runId,
      );
      const [appended, settled] = await Promise.all([appending, settling]);
      stream.end();
      if (!appended.ok) return appended;
      if (!settled.ok) return settled;
      return ok({ kind: "replied", outcome, usage, message: appended.value[0], callsRun });
    },
  };
}

/** What tools the model's provider does not take is told in the chat, once: the next request goes without them. */
async function tellLeftOut(
  deps: AgentDependencies,
  records: RecordMint,
  run: RunContext,
  { leftOut, withoutTools }: ModelOutcome,
  model: string,
): Promise<Result<unknown, ContractError>> {
  const words = [
    ...(leftOut === undefined
      ? []
      : [text("model.toolsLeftOut", { model, tools: leftOut.names.join(", "), reason: leftOut.reason })]),
    ...(withoutTools === undefined
      ? []
      : [text("model.withoutTools", { ...withoutTools, model, advice: text(withoutTools.advice) })]),
  ];
  if (words.length === 0) return ok(undefined);
  return deps.journal.append(run.session, (head) => [records.notice(head, words.join("\n\n"))], run.runId);
}

/** Calls that came with a refusal, a filter, an error or a cut reply never run: they may not be what was meant. */
function mayRun(outcome: ModelOutcome): boolean {
  if (outcome.error !== null || outcome.refusal !== undefined) return false;
  return outcome.finishReason === "tool_calls" || outcome.finishReason === "stop";
}

function createStreamTeller(deps: AgentDependencies, run: RunContext, messageId: MessageId) {
  const at = { sessionKey: run.session.key, runId: run.runId, messageId };
  let started = false;
  const start = (): void => {
    if (started) return;
    started = true;
    deps.events.publish({ topic: "stream", type: "message-start", ...at });
  };
  const thoughts = deps.keys.stream((text) => {
    start();
    deps.events.publish({ topic: "stream", type: "reasoning-delta", ...at, text });
  });
  const words = deps.keys.stream((text) => {
    start();
    deps.events.publish({ topic: "stream", type: "message-delta", ...at, text });
  });
  const sink: ModelSink = {
    text(text) {
      thoughts.end();
      words.push(text);
    },
    reasoning: thoughts.push,
    retry(attempt, delayMs, message) {
      const { sessionKey, runId } = at;
      deps.events.publish({ topic: "agent", type: "retry-start", sessionKey, runId, attempt, delayMs, message });
    },
  };
  return {
    sink,
    /** Tells what was held back, before the whole message is told. */
    flush(): void {
      thoughts.end();
      words.end();
    },
    end(): void {
      if (started) deps.events.publish({ topic: "stream", type: "message-end", ...at });
    },
  };
}
