import type { JobId, JobOutcome, Pause } from "./automations.ts";
import type { BackupWork } from "./backups.ts";
import type { RunningCommand } from "./commands.ts";
import type { UnshownNotice } from "./desktop.ts";
import type { BeatOutcome } from "./heartbeat.ts";
import type { ApprovalId, MessageId, RunId, SessionKey } from "./ids.ts";
import type { McpLogLine, McpState } from "./mcp.ts";
import type { McpAsk, McpAskAction } from "./mcp-asks.ts";
import type {
  ApprovalDecision,
  Effect,
  Message,
  MessageError,
  QueuedMessage,
  RunEndReason,
  SessionSettings,
  StepWords,
  ToolStatus,
  Usage,
} from "./records.ts";
import type { StepAmount } from "./run-view.ts";
import type { PendingApproval, SessionSummary } from "./session.ts";
import type { SubagentView } from "./subagents.ts";
import type { Check } from "./system.ts";
import type { BudgetState, LedgerCall } from "./usage.ts";

/*
 * Everything that happens, as events with a rising `seq`. An event is told only after its record is on the disk.
 * Types are noun-verb; deltas carry only what is new.
 */

interface Fact<Topic extends string, Type extends string> {
  readonly topic: Topic;
  readonly type: Type;
}
interface InSession {
  readonly sessionKey: SessionKey;
}
interface InRun extends InSession {
  readonly runId: RunId;
}
interface InMessage extends InRun {
  readonly messageId: MessageId;
}

type SessionFact =
  | (Fact<"session", "session-created"> & InSession & { readonly summary: SessionSummary })
  /** `chosen`: what is set for this chat alone; what it leaves out is the default. */
  | (Fact<"session", "session-changed"> &
      InSession & { readonly summary: SessionSummary; readonly chosen: SessionSettings })
  | (Fact<"session", "session-removed"> & InSession)
  /** How far a file of chats is read, in bytes, and how many of its chats were met. */
  | (Fact<"session", "import-progress"> & {
      readonly importId: string;
      readonly read: number;
      readonly size: number;
      readonly chats: number;
    })
  | (Fact<"session", "message-added"> & InSession & { readonly runId?: RunId; readonly message: Message })
  /** Another branch became the active one, or the context was reset: read the page again. */
  | (Fact<"session", "branch-changed"> & InSession & { readonly head: MessageId | null })
  | (Fact<"session", "queue-changed"> &
      InSession & { readonly queue: readonly QueuedMessage[]; readonly paused: boolean });

type AgentFact =
  | (Fact<"agent", "run-start"> & InRun & { readonly model: string; readonly resumed: boolean })
  | (Fact<"agent", "iteration-start"> & InRun & { readonly iteration: number })
  | (Fact<"agent", "tool-start"> &
      InRun & {
        readonly callId: string;
        readonly tool: string;
        /** Its name for people, where `tool` was made for models alone. */
        readonly label?: string;
        /** How the step is told; nothing where there is no such tool. */
        readonly words?: StepWords;
        /** The object of the step, e.g. the path or the command. */
        readonly title: string;
        readonly effect: Effect;
        readonly arguments: Readonly<Record<string, unknown>>;
      })
  | (Fact<"agent", "tool-progress"> &
      InRun & { readonly callId: string; readonly text: string; readonly amount?: StepAmount })
  | (Fact<"agent", "tool-end"> &
      InRun & {
        readonly callId: string;
        readonly tool: string;
        readonly status: ToolStatus;
        readonly durationMs: number;
      })
  /** The model failed for a passing reason and is asked again after `delayMs`. */
  | (Fact<"agent", "retry-start"> &
      InRun & { readonly attempt: number; readonly delayMs: number; readonly message: string })
  /** A model of the chain failed, or rests after failures, and the next one is asked at once, for the rest of the run. */
  | (Fact<"agent", "model-switched"> &
      InRun & { readonly from: string; readonly to: string; readonly reason: MessageError })
  | (Fact<"agent", "run-end"> &
      InRun & {
        readonly reason: RunEndReason;
        readonly text: string;
        readonly usage: Usage | null;
        readonly finishReason?: string;
        readonly error?: { readonly code: string; readonly message: string };
      });

type StreamFact =
  | (Fact<"stream", "message-start"> & InMessage)
  | (Fact<"stream", "message-delta"> & InMessage & { readonly text: string })
  | (Fact<"stream", "reasoning-delta"> & InMessage & { readonly text: string })
  | (Fact<"stream", "message-end"> & InMessage);

type ApprovalFact =
  | (Fact<"approval", "approval-request"> & InRun & { readonly approval: PendingApproval })
  | (Fact<"approval", "approval-decision"> &
      InRun & { readonly approvalId: ApprovalId; readonly decision: ApprovalDecision; readonly by: string })
  /** Remembered permissions, or the folders that are trusted; read them again. */
  | Fact<"approval", "rules-changed">;

/** What is kept of a chat's draft is another now; `by`: the window that did it. */
type DraftFact = Fact<"drafts", "draft-changed"> & InSession & { readonly by: string };

/** Something below these folders of the work folder changed (relative paths). */
type FilesFact =
  | (Fact<"files", "files-changed"> & InSession & { readonly folders: readonly string[] })
  /** What runs of the chat did to files, or what was taken back of it, is another now: read it again. */
  | (Fact<"files", "changes-changed"> & InSession);

type KnowledgeFact =
  | (Fact<"memory", "knowledge-changed"> & { readonly path: string })
  /** Changes of the memory that wait for the person: read them again. */
  | Fact<"memory", "proposals-changed">
  /** More of what can be recalled has vectors, or they can no longer be made: read it again. */
  | Fact<"memory", "vectors-changed">
  /** A chat is put into the log in the background; `error`: why it was not, as a sentence. */
  | (Fact<"memory", "consolidation-start"> & InSession)
  | (Fact<"memory", "consolidation-end"> & InSession & { readonly error: string | null });

type AutomationFact =
  /** A job, or what became of it, is another now: read it again. */
  | Fact<"cron", "jobs-changed">
  /** Whatever runs by itself is paused, or no more. */
  | (Fact<"cron", "pause-changed"> & { readonly pause: Pause | null })
  | (Fact<"cron", "job-start"> & InSession & { readonly jobId: JobId; readonly name: string })
  | (Fact<"cron", "job-end"> &
      InSession & {
        readonly jobId: JobId;
        readonly name: string;
        readonly outcome: JobOutcome;
        readonly reason: string;
      })
  /** Something was reported, seen or removed: read it again. */
  | Fact<"inbox", "inbox-changed">;

type SubagentFact =
  /** A chat has asked for one; it may wait for its turn. */
  | (Fact<"subagent", "subagent-start"> & InSession & { readonly subagent: SubagentView })
  /** It has begun, is at another step, waits for the person or has used more. */
  | (Fact<"subagent", "subagent-progress"> & InSession & { readonly subagent: SubagentView })
  | (Fact<"subagent", "subagent-end"> & InSession & { readonly subagent: SubagentView });

type HeartbeatFact =
  /** How it stands, or what came of a beat, is another now: read it again. */
  | Fact<"heartbeat", "heartbeat-changed">
  | (Fact<"heartbeat", "beat-start"> & InSession & { readonly beat: string })
  /** `told`: how many times it told the person something. */
  | (Fact<"heartbeat", "beat-end"> &
      InSession & {
        readonly beat: string;
        readonly outcome: BeatOutcome;
        readonly told: number;
        readonly reason: string;
      });

type UsageFact =
  /** A model call was written into the ledger. */
  | (Fact<"usage", "usage-changed"> & InRun & { readonly call: LedgerCall })
  /** A limit is nearly used up, told once for each period. */
  | (Fact<"usage", "budget-warning"> & InRun & { readonly budget: BudgetState; readonly message: string });

type SettingsFact = Fact<"settings", "settings-changed">;

export type McpFact =
  /** How it stands, or its tools; read it again. */
  | (Fact<"mcp", "server-changed"> & { readonly name: string; readonly state: McpState })
  | (Fact<"mcp", "server-removed"> & { readonly name: string })
  | (Fact<"mcp", "log-added"> & { readonly name: string; readonly lines: readonly McpLogLine[] });

/** A server asks the person for something in the middle of a call, or asks no more: it was answered, or is not waited for. */
export type McpAskFact =
  | (Fact<"mcp", "ask-opened"> & InSession & { readonly ask: McpAsk })
  | (Fact<"mcp", "ask-closed"> & InSession & { readonly id: string; readonly action: McpAskAction });

/** A recording goes to the endpoint in parts, and so many of them are in words. */
type TranscriptionFact = Fact<"transcription", "transcription-progress"> &
  InSession & { readonly id: string; readonly done: number; readonly parts: number };

/** A command that stays began, or ended; and the end of what it has written by now. */
type CommandFact =
  | (Fact<"commands", "command-changed"> & InSession & { readonly command: RunningCommand })
  | (Fact<"commands", "command-output"> & InSession & { readonly id: string; readonly tail: string });

/** One check of the doctor has ended; its report has all of them. */
type SystemFact =
  | (Fact<"system", "check-done"> & { readonly check: Check })
  /** How far a backup or a restore is; null: none is on. */
  | (Fact<"system", "backup-work"> & { readonly work: BackupWork | null })
  /** There is another backup, or one less. */
  | Fact<"system", "backups-changed">
  /** The system shows no notification: the window tells it. */
  | (Fact<"system", "notice-unshown"> & { readonly notice: UnshownNotice });

/** What happened, before the bus gives it a number and a time. */
export type PerchFact =
  | SessionFact
  | AgentFact
  | StreamFact
  | ApprovalFact
  | SettingsFact
  | DraftFact
  | FilesFact
  | KnowledgeFact
  | AutomationFact
  | SubagentFact
  | HeartbeatFact
  | UsageFact
  | McpFact
  | McpAskFact
  | TranscriptionFact
  | CommandFact
  | SystemFact;

/** `time` is milliseconds since 1970, `seq` rises by at least one from event to event. */
export type PerchEvent = PerchFact & { readonly seq: number; readonly time: number };

export const topics = [
  "session",
  "agent",
  "stream",
  "approval",
  "settings",
  "drafts",
  "files",
  "memory",
  "usage",
  "cron",
  "inbox",
  "subagent",
  "heartbeat",
  "mcp",
  "transcription",
  "commands",
  "system",
] as const;
export type Topic = (typeof topics)[number];

/** What a subscriber is handed: an event, or the word that it missed some and must read a snapshot. */
export type Delivery =
  | { readonly kind: "event"; readonly event: PerchEvent }
  | { readonly kind: "reset"; readonly epoch: string; readonly seq: number };
