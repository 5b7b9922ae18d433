import type { ApprovalId, MessageId, RunId, SessionKey } from "../../../src-preload/contract/ids.ts";
import { type Earlier, type Noted, nothingEarlier } from "../../../src-preload/contract/past.ts";
import type {
  ApprovalDecision,
  Marker,
  MarkerOf,
  Message,
  MessageError,
  QueuedMessage,
  RunEndReason,
  SessionSettings,
} from "../../../src-preload/contract/records.ts";
import { assertNever } from "../../../src-preload/contract/result.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";

/** How the records say that the last run stands. `open`: there is no run-end record for it. */
export type RecordedRun =
  | { readonly kind: "none" }
  | { readonly kind: "open"; readonly runId: RunId }
  | {
      readonly kind: "ended";
      readonly runId: RunId;
      readonly reason: RunEndReason;
      readonly error?: MessageError;
    };

interface TrackedApproval {
  readonly approval: PendingApproval;
  /** Null while nobody has decided. */
  readonly decision: ApprovalDecision | null;
  readonly note: string | null;
}

/** What the records of a session add up to, apart from its messages. A pure reduction; a checkpoint holds one. */
export interface DerivedState {
  readonly settings: SessionSettings;
  readonly title: string;
  /** It was given; else it is the first words. */
  readonly isTitleGiven: boolean;
  readonly head: MessageId | null;
  readonly queue: readonly QueuedMessage[];
  /** Asked for and without a result yet. */
  readonly approvals: readonly TrackedApproval[];
  readonly lastRun: RecordedRun;
  /** Newest activity, ms since 1970; 0 while there is none. */
  readonly activityAt: number;
  /** How far the chat is in the log of the memory; null: nothing of it. */
  readonly noted: Noted | null;
  readonly earlier: Earlier;
  /** The last message before `/new`; null where there was none. */
  readonly resetAfter: MessageId | null;
}

export const emptyState: DerivedState = {
  settings: {},
  title: "",
  isTitleGiven: false,
  head: null,
  queue: [],
  approvals: [],
  lastRun: { kind: "none" },
  activityAt: 0,
  noted: null,
  earlier: nothingEarlier,
  resetAfter: null,
};

/** As much of a message as the state needs: kept for thousands of messages where no checkpoint is near. */
export interface MessageFact {
  readonly id: MessageId;
  readonly runId: RunId | null;
  /** Of a tool result. */
  readonly callId: string | null;
  readonly at: number;
  /** The title that it would give to a chat without one. */
  readonly title: string;
}

export const maxTitleChars = 60;

/** The first line of a text, shortened to whole characters. */
function firstLine(content: string, maxChars: number): string {
  // Cut before anything else: a message may have megabytes.
  const start = content.slice(0, 4000).trimStart();
  const end = start.search(/[\r\n]/);
  return shorten((end < 0 ? start : start.slice(0, end)).trimEnd(), maxChars);
}

/** At most so many characters, with an ellipsis where some are left out. */
export function shorten(line: string, maxChars: number): string {
  if (line.length <= maxChars) return line;
  const characters = Array.from(line.slice(0, maxChars * 2 + 2));
  return characters.length <= maxChars
    ? line
    : `${characters
        .slice(0, maxChars - 1)
        .join("")
        .trimEnd()}…`;
}

function timeOf(timestamp: string): number {
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? 0 : time;
}

/** The title that a message gives to a chat without one; "" when it gives none. */
export function titleOf(message: Message): string {
  return message.role === "user" && message.hidden !== true ? firstLine(message.content, maxTitleChars) : "";
}

/** `title`: left out where the chat has one, since most messages never give it. */
export function factOf(message: Message, title = ""): MessageFact {
  return {
    id: message.id,
    runId: message.role === "system" ? null : (message.runId ?? null),
    callId: message.role === "tool" ? message.tool_call_id : null,
    at: timeOf(message.timestamp),
    title,
  };
}

function without(queue: readonly QueuedMessage[], id: MessageId): readonly QueuedMessage[] {
  return queue.some((entry) => entry.id === id) ? queue.filter((entry) => entry.id !== id) : queue;
}

/** What comes later in the file was later, whatever a wrong clock had stamped before. */
function laterTime(state: DerivedState, at: number): number {
  return at === 0 ? state.activityAt : at;
}

/** The state after one more message. The caller sees to it that an id counts once. */
export function reduceMessage(state: DerivedState, fact: MessageFact): DerivedState {
  const { runId, callId } = fact;
  const ended = state.lastRun.kind === "ended" && state.lastRun.runId === runId;
  return {
    noted: state.noted,
    earlier: state.earlier,
    resetAfter: state.resetAfter,
    settings: state.settings,
    title: state.title === "" ? fact.title : state.title,
    isTitleGiven: state.isTitleGiven,
    head: fact.id,
    queue: without(state.queue, fact.id),
    approvals:
      callId !== null && state.approvals.length > 0
        ? state.approvals.filter((row) => row.approval.callId !== callId)
        : state.approvals,
    lastRun: runId === null || ended ? state.lastRun : { kind: "open", runId },
    activityAt: laterTime(state, fact.at),
  };
}

function reorder(queue: readonly QueuedMessage[], ids: readonly MessageId[]): readonly QueuedMessage[] {
  return ids.flatMap((id) => queue.find((entry) => entry.id === id) ?? []);
}

function trackRequest(request: MarkerOf<"approval-request">, sessionKey: SessionKey): TrackedApproval {
  const { approvalId, runId, messageId, callId, subject, timestamp } = request;
  const requestedAt = timeOf(timestamp);
  return {
    approval: { approvalId, sessionKey, runId, messageId, callId, subject, requestedAt },
    decision: null,
    note: null,
  };
}

function decide(
  approvals: readonly TrackedApproval[],
  approvalId: ApprovalId,
  decided: Pick<TrackedApproval, "decision" | "note">,
): readonly TrackedApproval[] {
  return approvals.map((row) => (row.approval.approvalId === approvalId ? { ...row, ...decided } : row));
}

/** The state that a checkpoint wrote down. */
export function stateOfCheckpoint(marker: MarkerOf<"checkpoint">, sessionKey: SessionKey): DerivedState {
  const { settings, title, isTitleGiven, head, queue, lastRun, activityAt, noted, earlier, resetAfter } = marker;
  return {
    noted,
    earlier,
    resetAfter,
    settings,
    title,
    isTitleGiven,
    head,
    queue,
    approvals: marker.approvals.map(({ decision, note, ...approval }) => ({
      approval: { ...approval, sessionKey },
      decision: decision ?? null,
      note: note ?? null,
    })),
    lastRun: lastRun === null ? { kind: "none" } : recordedRun(lastRun.runId, lastRun.reason, lastRun.error),
    activityAt,
  };
}

function recordedRun(
  runId: RunId,
  reason: MarkerOf<"run-end">["reason"] | undefined,
  error: MessageError | undefined,
): RecordedRun {
  if (reason === undefined) return { kind: "open", runId };
  return { kind: "ended", runId, reason, ...(error === undefined ? {} : { error }) };
}

/** The checkpoint that holds this state. */
export function checkpointOf(state: DerivedState, timestamp: string): MarkerOf<"checkpoint"> {
  const { settings, title, isTitleGiven, head, queue, lastRun, activityAt, noted, earlier, resetAfter } = state;
  return {
    _type: "checkpoint",
    timestamp,
    noted,
    earlier,
    resetAfter,
    settings,
    title,
    isTitleGiven,
    head,
    queue: [...queue],
    approvals: state.approvals.map(({ approval: { sessionKey: _, ...approval }, decision, note }) => ({
      ...approval,
      ...(decision === null ? {} : { decision }),
      ...(note === null ? {} : { note }),
    })),
    lastRun:
      lastRun.kind === "none"
        ? null
        : {
            runId: lastRun.runId,
            ...(lastRun.kind === "ended" ? { reason: lastRun.reason } : {}),
            ...(lastRun.kind === "ended" && lastRun.error !== undefined ? { error: lastRun.error } : {}),
          },
    activityAt,
  };
}

/** The calls that wait for the person; those of a sub-agent say whose it is. */
export function pendingOf({ approvals, settings, title: label }: DerivedState): readonly PendingApproval[] {
  const { parent } = settings;
  const whose = parent === undefined ? {} : { subagent: { parent, label } };
  return approvals.flatMap(({ approval, decision }) => (decision === null ? [{ ...approval, ...whose }] : []));
}

/** Calls that were decided and have no result yet. */
export function decidedOf({ approvals }: DerivedState) {
  return approvals.flatMap(({ approval, decision, note }) =>
    decision === null ? [] : [{ approval, decision, ...(note === null ? {} : { note }) }],
  );
}

/** The state after one more marker. */
export function reduceMarker(state: DerivedState, marker: Marker, sessionKey: SessionKey): DerivedState {
  if (marker._type === "metadata") return state;
  const active = { ...state, activityAt: laterTime(state, timeOf(marker.timestamp)) };
  switch (marker._type) {
    case "head":
      return { ...state, head: marker.messageId };
    case "settings":
      return { ...state, settings: { ...state.settings, ...marker.patch } };
    case "title":
      return marker.title === "" ? state : { ...state, title: marker.title, isTitleGiven: true };
    case "reset":
      return { ...active, earlier: nothingEarlier, resetAfter: marker.after };
    case "consolidated":
      return { ...state, earlier: { summary: marker.summary, stranger: marker.stranger } };
    case "noted":
      return { ...state, noted: { upTo: marker.upTo, summary: marker.summary, stranger: marker.stranger } };
    case "approval-request":
      return { ...active, approvals: [...state.approvals, trackRequest(marker, sessionKey)] };
    case "approval-decision": {
      const decided = { decision: marker.decision, note: marker.note ?? null };
      return { ...active, approvals: decide(state.approvals, marker.approvalId, decided) };
    }
    case "run-end":
      return { ...active, lastRun: recordedRun(marker.runId, marker.reason, marker.error) };
    case "queued":
      return { ...active, queue: [...without(state.queue, marker.entry.id), marker.entry] };
    case "queue-order":
      return { ...state, queue: reorder(state.queue, marker.ids) };
    case "checkpoint":
      return stateOfCheckpoint(marker, sessionKey);
    default:
      return assertNever(marker);
  }
}
