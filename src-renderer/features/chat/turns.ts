import { parseBoundedJson } from "../../../src-preload/contract/bounded-json.ts";
import type { MessageId, RunId } from "../../../src-preload/contract/ids.ts";
import type {
  AssistantMessage,
  StepWords,
  ToolMessage,
  Usage,
  UserMessage,
} from "../../../src-preload/contract/records.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { RunView, StepAmount, StepView } from "../../../src-preload/contract/run-view.ts";
import type { PageMessage, PendingApproval, Siblings } from "../../../src-preload/contract/session.ts";
import { stepObject, wordsOfStep } from "../../../src-preload/contract/step-words.ts";

/** `queued`: its turn has not come yet. */
export type StepState = StepView["state"] | "queued" | "unknown";

/** One call as the transcript shows it. */
export interface Step {
  readonly callId: string;
  readonly tool: string;
  /** The name of the tool for people, where its own was made for models alone. */
  readonly label: string | null;
  readonly words: StepWords;
  readonly title: string;
  /** Where it looked, where that is no part of the title. */
  readonly where: string;
  readonly state: StepState;
  readonly durationMs: number | null;
  readonly arguments: string;
  readonly result: ToolMessage | null;
  readonly progress: string;
  /** How far it is; null where nothing is told. */
  readonly amount: StepAmount | null;
  readonly approval: PendingApproval | null;
}

export type Piece =
  | { readonly kind: "text"; readonly id: string; readonly message: AssistantMessage }
  | {
      readonly kind: "streaming";
      readonly id: string;
      readonly text: string;
      readonly reasoning: string;
      /** How long it thought before it spoke; null where it has not spoken, or told no thought. */
      readonly thoughtMs: number | null;
    }
  | { readonly kind: "steps"; readonly id: string; readonly steps: readonly Step[] };

/** A row of the transcript: what a person said, what Perch did and said about it, or a word of the app itself. */
export type Row =
  | { readonly kind: "user"; readonly id: string; readonly message: UserMessage; readonly siblings: Siblings | null }
  | { readonly kind: "notice"; readonly id: string; readonly text: string; readonly at: string }
  | PerchRow;

export interface PerchRow {
  readonly kind: "perch";
  readonly id: string;
  /** Its first message; null while there is none. */
  readonly messageId: MessageId | null;
  readonly at: string;
  readonly pieces: readonly Piece[];
  readonly siblings: Siblings | null;
  /** What its run does now belongs here: at most one row is. */
  readonly isLive: boolean;
  /** Its run has ended. */
  readonly isOver: boolean;
  /** What a person took to decide is not in it. */
  readonly durationMs: number;
  readonly usage: Usage | null;
  /** Null where the chosen model had the last word. */
  readonly standIn: StandIn | null;
  readonly run: RunView | null;
}

/** Another model than the chosen one, in whose place it answered. */
export interface StandIn {
  readonly model: string;
  readonly insteadOf: string;
}

export interface TurnsInput {
  readonly messages: readonly PageMessage[];
  readonly run: RunView | null;
  readonly approvals: readonly PendingApproval[];
}

interface OpenRow {
  readonly id: string;
  readonly messageId: MessageId | null;
  readonly at: string;
  readonly runId: string | undefined;
  readonly siblings: Siblings | null;
  readonly startedAt: number;
  pieces: Piece[];
  endedAt: number;
  waitedMs: number;
  usage: Usage | null;
  standIn: StandIn | null;
}

/** The rows of a transcript. Pure: the same view gives the same rows. */
export function rowsOf({ messages, run, approvals }: TurnsInput): readonly Row[] {
  const rows: Row[] = [];
  const results = new Map<string, ToolMessage>();
  for (const { message } of messages) if (message.role === "tool") results.set(message.tool_call_id, message);
  const live = run !== null && run.end === null ? run : null;
  let open: OpenRow | null = null;

  let asked: UserMessage | null = null;

  /** What comes after a word of the person stands below it: nothing goes on up here. */
  const close = (): void => {
    if (open !== null) rows.push(finish(open, live, false));
    open = null;
  };

  for (const { message, siblings } of messages) {
    switch (message.role) {
      case "user":
        close();
        asked = message;
        rows.push({ kind: "user", id: message.id, message, siblings: siblings ?? null });
        break;
      case "system":
        close();
        rows.push({ kind: "notice", id: message.id, text: message.content, at: message.timestamp });
        break;
      case "assistant": {
        if (open !== null && open.runId !== message.runId) close();
        open ??= startRow(message, { siblings: siblings ?? null, asked });
        addReply(open, message, { results, live, approvals });
        break;
      }
      case "tool":
        if (open !== null) open.endedAt = Math.max(open.endedAt, Date.parse(message.timestamp));
        if (open !== null) open.waitedMs += message.details?.waitedMs ?? 0;
        break;
      default: {
        const never: never = message;
        return never;
      }
    }
  }
  return withLive(rows, open, live);
}

/** How many steps a run has begun; null where its beginning is not among these messages. */
export function stepsOfRun(messages: readonly PageMessage[], runId: RunId): number | null {
  const own = messages.flatMap(({ message }) =>
    message.role !== "system" && message.runId === runId ? [message] : [],
  );
  if (own[0]?.role !== "user") return null;
  return own.reduce((sum, message) => sum + (message.role === "assistant" ? (message.tool_calls?.length ?? 0) : 0), 0);
}

interface RowStart {
  readonly siblings: Siblings | null;
  /** The last word of the person before it. */
  readonly asked: UserMessage | null;
}

function startRow(message: AssistantMessage, { siblings, asked }: RowStart): OpenRow {
  const at = Date.parse(message.timestamp);
  const { id, timestamp, runId } = message;
  // Its work began when it was asked for.
  const startedAt = asked !== null && asked.runId === runId ? Date.parse(asked.timestamp) : at;
  return { ...emptyRow, id, messageId: id, at: timestamp, runId, siblings, startedAt, endedAt: at, pieces: [] };
}

const emptyRow = { waitedMs: 0, usage: null, standIn: null } as const;

interface Around {
  readonly results: ReadonlyMap<string, ToolMessage>;
  readonly live: RunView | null;
  readonly approvals: readonly PendingApproval[];
}

function addReply(row: OpenRow, message: AssistantMessage, around: Around): void {
  row.endedAt = Math.max(row.endedAt, Date.parse(message.timestamp));
  row.usage = sum(row.usage, message.usage ?? null);
  row.standIn = standInOf(message);
  const hasWords = message.content !== "" || message.error !== undefined || (message.reasoning ?? "") !== "";
  if (hasWords) row.pieces.push({ kind: "text", id: message.id, message });
  const steps = (message.tool_calls ?? []).map((call) => stepOf(call, message, around));
  if (steps.length === 0) return;
  const last = row.pieces.at(-1);
  if (last?.kind === "steps") {
    row.pieces[row.pieces.length - 1] = { ...last, steps: [...last.steps, ...steps] };
  } else row.pieces.push({ kind: "steps", id: `${message.id}.steps`, steps });
}

function standInOf({ model, insteadOf }: AssistantMessage): StandIn | null {
  return model === undefined || insteadOf === undefined ? null : { model, insteadOf };
}

type Call = NonNullable<AssistantMessage["tool_calls"]>[number];

function stepOf(call: Call, message: AssistantMessage, { results, live, approvals }: Around): Step {
  const told = message.steps?.find((step) => step.callId === call.id);
  const result = results.get(call.id) ?? null;
  const seen = live?.steps.find((step) => step.callId === call.id);
  const approval = approvals.find((row) => row.callId === call.id) ?? null;
  const status = result?.details?.status;
  // A reply with a call that is asked about still goes on, also where the run is not on in this process.
  const goesOn = live?.runId === message.runId || approvals.some((row) => row.messageId === message.id);
  const state: StepState = status ?? (approval !== null ? "waiting" : (seen?.state ?? (goesOn ? "queued" : "unknown")));
  const words = wordsOfStep({ tool: call.function.name, words: told?.words });
  return {
    callId: call.id,
    tool: revealLine(call.function.name),
    label: told?.label ?? result?.details?.label ?? null,
    words,
    title: revealLine(seen?.title ?? titleOf(call.function.arguments, words)),
    where: revealLine(whereOf(call.function.arguments, words)),
    state,
    durationMs: result?.details?.durationMs ?? seen?.durationMs ?? null,
    arguments: call.function.arguments,
    result,
    progress: seen?.progress ?? "",
    amount: seen?.amount ?? null,
    approval,
  };
}

/** The arguments of a call as a model wrote them; text that is no JSON as the text it is. */
export function readArguments(argumentsText: string): unknown {
  try {
    return parseBoundedJson(argumentsText);
  } catch {
    return argumentsText;
  }
}

/** The object of a call, from its arguments alone. Where its tool names none, the first text tells best. */
function titleOf(argumentsText: string, words: StepWords): string {
  const args = readArguments(argumentsText);
  if (typeof args !== "object" || args === null) return "";
  const named = stepObject(words, Object.fromEntries(Object.entries(args)));
  const first = Object.values(args).find((value) => typeof value === "string" && value.trim() !== "");
  return firstLine(named === "" && typeof first === "string" ? first : named);
}

/** The folder that a search was for, where it says one. */
function whereOf(argumentsText: string, words: StepWords): string {
  const args = words.object === "path" ? null : readArguments(argumentsText);
  const path = typeof args === "object" && args !== null && "path" in args ? args.path : "";
  return typeof path === "string" && path !== "." ? firstLine(path) : "";
}

function firstLine(told: string): string {
  return told.trim().split("\n")[0] ?? "";
}

function sum(a: Usage | null, b: Usage | null): Usage | null {
  if (a === null || b === null) return a ?? b;
  return {
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    totalTokens: a.totalTokens + b.totalTokens,
  };
}

function finish(row: OpenRow, live: RunView | null, isLast: boolean): PerchRow {
  const { id, messageId, at, pieces, siblings, usage, standIn } = row;
  const isOver = live?.runId !== row.runId;
  const isLive = isLast && !isOver;
  const durationMs = Math.max(0, row.endedAt - row.startedAt - row.waitedMs);
  const run = isLive ? live : null;
  return { kind: "perch", id, messageId, at, pieces, siblings, usage, standIn, isLive, isOver, durationMs, run };
}

/** What is being written now belongs to the last row, or begins one. */
function withLive(rows: Row[], open: OpenRow | null, live: RunView | null): readonly Row[] {
  const streaming = live?.streaming ?? null;
  if (live === null) return open === null ? rows : [...rows, finish(open, live, true)];
  const at = new Date(live.startedAt).toISOString();
  const own = open !== null && open.runId === live.runId ? open : null;
  if (open !== null && own === null) rows.push(finish(open, live, false));
  const { runId, startedAt } = live;
  const begun = { id: `live.${runId}`, messageId: null, at, runId, siblings: null, startedAt, endedAt: startedAt };
  const row: OpenRow = own ?? { ...emptyRow, ...begun, pieces: [] };
  // Once the message is saved it is there twice until its end is told.
  if (streaming !== null && !row.pieces.some((piece) => piece.id === streaming.messageId)) {
    const { messageId, text, reasoning } = streaming;
    const thoughtMs = live.thought?.messageId === messageId ? live.thought.ms : null;
    row.pieces = [...row.pieces, { kind: "streaming", id: messageId, text, reasoning, thoughtMs }];
  }
  return [...rows, finish(row, live, true)];
}
