import type { ApprovalId, MessageId, RunId, SessionKey } from "./ids.ts";
import type { ApprovalMode, ApprovalSubject, Message, MessageError, QueuedMessage, RunEndReason } from "./records.ts";
import type { RunView, StepView } from "./run-view.ts";

/** One row of the list of chats. Times are milliseconds since 1970. */
export interface SessionSummary {
  readonly key: SessionKey;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly state: SessionState;
  readonly pinned: boolean;
  readonly archived: boolean;
  /**
   * What is new, in at most 200 characters without markup: what waits for the person, else why the last run failed, else what
   * Perch said last.
   */
  readonly preview: string;
  /** What a run that is on does now; nothing where it only thinks or writes. */
  readonly step?: RunningStep;
  /** Lines that could not be read when the file was last opened. */
  readonly damagedLines: number;
  /** The file is gone, the index still knows it. */
  readonly missing: boolean;
  /** Why the file cannot be read, as a sentence; the row is what was known of it before. */
  readonly unreadable?: string;
}

/** A step as a row tells it: its words as keys of the catalogue, and what it is about. */
export type RunningStep = Pick<StepView, "tool" | "label" | "words" | "title">;

/** A chat in the trash. */
export interface TrashedChat {
  /** Of its file: the same chat may lie there twice. */
  readonly trashId: string;
  readonly key: SessionKey;
  readonly title: string;
  readonly preview: string;
  readonly removedAt: number;
  /** When it is deleted for ever. */
  readonly goneAt: number;
}

/**
 * `waiting`: a call waits for a decision. `asks`: the last turn ended with a question. `interrupted`: a run was cut off by the end of the process. `over-budget`: a limit
 * stopped the last run.
 */
export type SessionState =
  | "idle"
  | "running"
  | "waiting"
  | "asks"
  | "interrupted"
  | "failed"
  | "stopped"
  | "over-budget";

/** Where a message stands among those that share its parent: `index` of `ids`, in the order they were written. */
export interface Siblings {
  readonly index: number;
  readonly ids: readonly MessageId[];
}

export interface PageMessage {
  readonly message: Message;
  /** Only where there are two or more. */
  readonly siblings?: Siblings;
}

export interface MessagePage {
  /** Oldest first, all on the active branch. */
  readonly messages: readonly PageMessage[];
  readonly hasEarlier: boolean;
}

export interface PendingApproval {
  readonly approvalId: ApprovalId;
  readonly sessionKey: SessionKey;
  readonly runId: RunId;
  readonly messageId: MessageId;
  readonly callId: string;
  readonly subject: ApprovalSubject;
  readonly requestedAt: number;
}

/** How the last run of a chat ended, or that it is still on. */
export type LastRun =
  | { readonly kind: "none" }
  | { readonly kind: "running"; readonly runId: RunId }
  | { readonly kind: "waiting"; readonly runId: RunId }
  | { readonly kind: "interrupted"; readonly runId: RunId }
  | { readonly kind: "ended"; readonly runId: RunId; readonly reason: RunEndReason; readonly error?: MessageError };

export interface SessionDetail {
  readonly summary: SessionSummary;
  /** What is in force now: the chat's own choice or the default. `model` is null when none is set. */
  readonly model: string | null;
  readonly mode: ApprovalMode;
  readonly workFolder: string;
  /** The agent profile that works in it; null: Perch as it is. */
  readonly profile: string | null;
  /** The chat has this skill alone; null: all. */
  readonly onlySkill: string | null;
  readonly page: MessagePage;
  readonly approvals: readonly PendingApproval[];
  readonly queue: readonly QueuedMessage[];
  readonly queuePaused: boolean;
  readonly lastRun: LastRun;
  /** The run that is on, with what it has streamed so far. */
  readonly run: RunView | null;
  /** The sequence number of the event bus when this was read; later events are not in it yet. */
  readonly seq: number;
}

export interface SessionPage {
  readonly sessions: readonly SessionSummary[];
  /** Pass it as `cursor` for the next page; null at the end. */
  readonly cursor: string | null;
}

/** The messages that hold what was looked for, oldest first, each with how often. */
export interface FoundWords {
  readonly messages: readonly { readonly messageId: MessageId; readonly count: number }[];
  /** There were more; the newest are told. */
  readonly isCut: boolean;
}
