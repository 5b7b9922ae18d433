import type { IdMint, MessageId, RunId } from "../../src-preload/contract/ids.ts";
import type { Mentioned, PromptOrigin } from "../../src-preload/contract/mentioned.ts";
import type { ReportOrigin } from "../../src-preload/contract/origins.ts";
import type { Recalled } from "../../src-preload/contract/recalled.ts";
import type {
  AssistantMessage,
  MarkerOf,
  Media,
  MessageError,
  QueuedMessage,
  RunEndReason,
  SystemMessage,
  ToldStep,
  ToolCall,
  ToolDetails,
  ToolMessage,
  Usage,
  UserMessage,
} from "../../src-preload/contract/records.ts";
import type { Clock } from "../host.ts";
import type { ModelOutcome } from "../models/model.ts";
import type { StepFacts } from "./step-facts.ts";

type Parent = MessageId | null;

export interface UserText {
  readonly id?: MessageId;
  readonly content: string;
  readonly media?: readonly Media[];
  readonly sender?: string;
  readonly place?: string;
  readonly turnContext?: string;
  readonly recalled?: readonly Recalled[];
  readonly mentioned?: readonly Mentioned[];
  /** Its words are those of a prompt of a server. */
  readonly prompt?: PromptOrigin;
  readonly hidden?: boolean;
  /** What a run that nobody watched brought. */
  readonly report?: ReportOrigin;
  /** Who else wrote of it, where that was anybody. */
  readonly untrusted?: string;
}

interface ToolOutput {
  readonly callId: string;
  readonly name: string;
  readonly content: string;
  readonly details: ToolDetails;
  readonly media?: readonly Media[];
}

interface RunEnding {
  readonly runId: RunId;
  readonly reason: RunEndReason;
  readonly usage: Usage | null;
  readonly finishReason?: string;
  readonly error?: MessageError;
}

/** Makes records: ids and times come from here and nowhere else. */
export interface RecordMint {
  user(parentId: Parent, runId: RunId | null, message: UserText): UserMessage;
  assistant(id: MessageId, parentId: Parent, runId: RunId, reply: AssistantReply): AssistantMessage;
  tool(parentId: Parent, runId: RunId, output: ToolOutput): ToolMessage;
  /** What the app itself says; no model sees it. */
  notice(parentId: Parent, content: string): SystemMessage;
  runEnd(ending: RunEnding): MarkerOf<"run-end">;
  queued(entry: QueuedMessage): MarkerOf<"queued">;
  queueOrder(ids: readonly MessageId[]): MarkerOf<"queue-order">;
  timestamp(): string;
}

export interface AssistantReply {
  readonly model: string;
  /** The chosen model, where `model` stood in for it. */
  readonly insteadOf?: string;
  readonly content: string;
  readonly outcome?: ModelOutcome;
  readonly reasoningMs?: number;
  readonly cost?: number;
  /** False where the calls of the reply must not run: they are left out. */
  readonly withCalls: boolean;
  /** How a step of the tool of this name is told. */
  readonly stepOf?: (tool: string) => StepFacts;
  /** The answer claims an action that no tool call of the turn performed. */
  readonly unproven?: boolean;
  /** It says what would be done, and nothing was. */
  readonly plan?: boolean;
  readonly error?: MessageError;
}

export function createRecordMint(clock: Clock, ids: IdMint): RecordMint {
  const timestamp = (): string => new Date(clock.now()).toISOString();
  return {
    timestamp,
    user(parentId, runId, message) {
      const { id, content, media, sender, place, turnContext, recalled, mentioned, prompt, hidden } = message;
      const { report, untrusted = prompt?.server } = message;
      return {
        id: id ?? ids.message(),
        parentId,
        ...(runId === null ? {} : { runId }),
        role: "user",
        content,
        timestamp: timestamp(),
        ...(sender === undefined ? {} : { sender }),
        ...(place === undefined ? {} : { place }),
        ...(media === undefined || media.length === 0 ? {} : { media: [...media] }),
        ...(turnContext === undefined ? {} : { turnContext }),
        ...(recalled === undefined ? {} : { recalled: [...recalled] }),
        ...(mentioned === undefined ? {} : { mentioned: [...mentioned] }),
        ...(prompt === undefined ? {} : { prompt }),
        ...(hidden === true ? { hidden } : {}),
        ...(report === undefined ? {} : { report }),
        ...(untrusted === undefined ? {} : { untrusted }),
      };
    },
    assistant: (id, parentId, runId, reply) => ({ id, parentId, runId, timestamp: timestamp(), ...replyFields(reply) }),
    tool(parentId, runId, { callId, name, content, details, media }) {
      return {
        id: ids.message(),
        parentId,
        runId,
        role: "tool",
        tool_call_id: callId,
        name,
        content,
        timestamp: timestamp(),
        ...(media === undefined || media.length === 0 ? {} : { media: [...media] }),
        details,
      };
    },
    notice(parentId, content) {
      return { id: ids.message(), parentId, role: "system", content, timestamp: timestamp(), hidden: true };
    },
    runEnd({ runId, reason, usage, finishReason, error }) {
      return {
        _type: "run-end",
        timestamp: timestamp(),
        runId,
        reason,
        usage,
        ...(finishReason === undefined ? {} : { finishReason }),
        ...(error === undefined ? {} : { error }),
      };
    },
    queued: (entry) => ({ _type: "queued", timestamp: timestamp(), entry }),
    queueOrder: (messageIds) => ({ _type: "queue-order", timestamp: timestamp(), ids: [...messageIds] }),
  };
}

/** What an answer is, whatever its place; what nobody knows is left out. */
function replyFields(reply: AssistantReply) {
  const { model, insteadOf, content, outcome, reasoningMs, cost, withCalls, stepOf, unproven, plan, error } = reply;
  const calls = withCalls && outcome !== undefined ? recordCalls(outcome) : [];
  const steps = stepOf === undefined ? [] : toldSteps(calls, stepOf);
  return {
    role: "assistant" as const,
    content,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(steps.length === 0 ? {} : { steps }),
    ...(outcome === undefined || outcome.reasoning === "" ? {} : { reasoning: outcome.reasoning }),
    ...(reasoningMs === undefined ? {} : { reasoningMs }),
    model,
    ...(insteadOf === undefined ? {} : { insteadOf }),
    ...(unproven === true ? { unproven } : {}),
    ...(plan === true ? { plan } : {}),
    ...(outcome === undefined || outcome.usage === null ? {} : { usage: outcome.usage }),
    ...(cost === undefined ? {} : { cost }),
    ...(outcome === undefined ? {} : { finishReason: outcome.finishReason }),
    ...(error === undefined ? {} : { error }),
  };
}

/** Calls whose arguments were no object are kept with empty ones: what goes back to the model must be an object. */
function recordCalls(outcome: ModelOutcome): ToolCall[] {
  const valid = outcome.toolCalls.map(
    (call): ToolCall => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      ...call.roundTrip,
    }),
  );
  const invalid = outcome.invalidToolCalls.map(
    (call, index): ToolCall => ({
      id: invalidCallId(call.id, index),
      type: "function",
      function: { name: call.name, arguments: "{}" },
    }),
  );
  return [...valid, ...invalid];
}

function toldSteps(calls: readonly ToolCall[], stepOf: (tool: string) => StepFacts): ToldStep[] {
  return calls.flatMap((call) => {
    const { words, label } = stepOf(call.function.name);
    return words === undefined ? [] : [{ callId: call.id, words, ...(label === undefined ? {} : { label }) }];
  });
}

/** A call that could not be read may have no id; the same one is made again when its result is written. */
export function invalidCallId(id: string | undefined, index: number): string {
  return id ?? `invalid_${index}`;
}
