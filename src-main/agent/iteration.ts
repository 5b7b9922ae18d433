import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { MessageId } from "../../src-preload/contract/ids.ts";
import type { AssistantMessage } from "../../src-preload/contract/records.ts";
import { ok, type Result } from "../../src-preload/contract/result.ts";
import type { ModelOutcome, ModelSink } from "../models/model.ts";
import type { BuildOptions, ContextBuilder } from "./context-builder.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import type { RecordMint } from "./records.ts";

export interface Reply {
  readonly outcome: ModelOutcome;
  /** Null when there was nothing worth keeping (a blank reply, a failure before the first word). */
  readonly message: AssistantMessage | null;
  /** True when the calls of the reply may run. */
  readonly callsRun: boolean;
}

/** Asks the model once and writes down what it said. */
export interface Iteration {
  ask(run: RunContext, options: BuildOptions): Promise<Result<Reply, ContractError>>;
}

export function createIteration(deps: AgentDependencies, records: RecordMint, context: ContextBuilder): Iteration {
  async function complete(run: RunContext, options: BuildOptions, sink: ModelSink): Promise<ModelOutcome> {
    const outcome = await run.model.complete(await context.build(run, options), sink, run.signal);
    if (outcome.error?.kind !== "context_overflow" || outcome.content !== "") return outcome;
    context.overflowed(outcome.error.contextWindow ?? null);
    return run.model.complete(await context.build(run, options), sink, run.signal);
  }

  return {
    async ask(run, options) {
      const messageId = deps.ids.message();
      const stream = createStreamTeller(deps, run, messageId);
      const outcome = deps.keys.redactAll(await complete(run, options, stream.sink));
      stream.flush();
      const callsRun = mayRun(outcome);
      const content = outcome.content === "" ? (outcome.refusal ?? "") : outcome.content;
      const called = callsRun && outcome.toolCalls.length + outcome.invalidToolCalls.length > 0;
      if (content.trim() === "" && !called) {
        stream.end();
        return ok({ outcome, message: null, callsRun });
      }
      const reply = {
        model: run.model.id,
        content,
        outcome,
        withCalls: callsRun,
        ...(outcome.error === null ? {} : { error: { code: outcome.error.kind, message: outcome.error.userMessage } }),
      };
      const appended = await deps.journal.append(
        run.session,
        (head) => [records.assistant(messageId, head, run.runId, reply)] as const,
        run.runId,
      );
      stream.end();
      return appended.ok ? ok({ outcome, message: appended.value[0], callsRun }) : appended;
    },
  };
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
