import { chargedFor } from "../../../src-preload/contract/cost.ts";
import type { MessageId } from "../../../src-preload/contract/ids.ts";
import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";
import type { ModelOutcome } from "../../models/model.ts";
import { text } from "../../words.ts";
import { isUnproven } from "../claim-check.ts";
import { messageErrorOf } from "../message-error.ts";
import type { AssistantReply } from "../records.ts";
import { withoutRepeat } from "../seam.ts";
import { stepFacts } from "../step-facts.ts";
import type { Asked, AskParts, Call } from "./asked.ts";
import type { StreamTeller } from "./stream-teller.ts";

/** What a model said, as it came. */
export interface Said extends Pick<Call, "run" | "options" | "model"> {
  readonly messageId: MessageId;
  readonly stream: StreamTeller;
  readonly outcome: ModelOutcome;
  /** Milliseconds that it thought before it spoke; null where it told no thought. */
  readonly reasoningMs: number | null;
}

/** Writes down what a model said, without any key in it; what it cost is in the ledger before the next step. */
export async function keepReply(parts: AskParts, said: Said): Promise<Asked> {
  const { deps, records } = parts;
  const { run, stream, messageId } = said;
  const outcome = deps.keys.redactAll(said.outcome);
  stream.flush();
  const told = await tellLeftOut(parts, { ...said, outcome });
  if (!told.ok) return { kind: "not-stored", error: told.error };
  const callsRun = mayRun(outcome);
  const reply = replyOf(parts, { ...said, outcome }, callsRun);
  const appending =
    reply === null
      ? null
      : deps.journal.append(
          run.session,
          (head) => [records.assistant(messageId, head, run.runId, reply)] as const,
          run.runId,
        );
  const [appended, stored] = await Promise.all([appending, said.options.spent.stored()]);
  stream.end();
  if (appended !== null && !appended.ok) return { kind: "not-stored", error: appended.error };
  if (!stored.ok) return { kind: "not-stored", error: stored.error };
  return { kind: "replied", outcome, message: appended === null ? null : appended.value[0], callsRun };
}

/** Null where there is nothing worth keeping. */
function replyOf(
  { deps }: AskParts,
  { run, model, options, outcome, reasoningMs }: Said,
  callsRun: boolean,
): AssistantReply | null {
  const { continues = "", marksClaims = false } = options;
  const words = outcome.content === "" ? (outcome.refusal ?? "") : outcome.content;
  const content = withoutRepeat(continues, words);
  const cost = outcome.usage === null ? null : chargedFor(outcome.usage, deps.models.priceOf(model.id));
  const hasCalls = callsRun && outcome.toolCalls.length + outcome.invalidToolCalls.length > 0;
  if (content.trim() === "" && !hasCalls) return null;
  return {
    model: model.id,
    ...(model.id === run.model.id ? {} : { insteadOf: run.model.id }),
    content,
    outcome,
    ...(reasoningMs === null ? {} : { reasoningMs: Math.round(reasoningMs) }),
    ...(cost === null ? {} : { cost }),
    withCalls: callsRun,
    stepOf: (tool) => stepFacts(deps.tools.get(tool)),
    plan: run.mode === "plan" && !hasCalls && outcome.error === null,
    unproven: marksClaims && !hasCalls && isUnproven(deps, run, content),
    ...(outcome.error === null ? {} : { error: messageErrorOf(outcome.error) }),
  };
}

/** What tools the model's provider does not take is told in the chat, once: the next request goes without them. */
async function tellLeftOut({ deps, records }: AskParts, { run, model, outcome }: Said): AsyncResult<unknown> {
  const { leftOut, withoutTools } = outcome;
  const words = [
    ...(leftOut === undefined
      ? []
      : [text("model.toolsLeftOut", { model: model.id, tools: leftOut.names.join(", "), reason: leftOut.reason })]),
    ...(withoutTools === undefined
      ? []
      : [text("model.withoutTools", { ...withoutTools, model: model.id, advice: text(withoutTools.advice) })]),
  ];
  if (words.length === 0) return ok(undefined);
  return deps.journal.append(run.session, (head) => [records.notice(head, words.join("\n\n"))], run.runId);
}

/** Calls that came with a refusal, a filter, an error or a cut reply never run: they may not be what was meant. */
function mayRun(outcome: ModelOutcome): boolean {
  if (outcome.error !== null || outcome.refusal !== undefined) return false;
  return outcome.finishReason === "tool_calls" || outcome.finishReason === "stop";
}
