import type { ApprovalId, MessageId, RunId, SessionKey } from "./ids.ts";
import type { Effect, MessageError, RunEndReason, StepWords, ToolStatus, Usage } from "./records.ts";

/** How far a step is, in whatever it counts; `total` is null where nobody knows it. */
export interface StepAmount {
  readonly done: number;
  readonly total: number | null;
}

export interface StepView {
  readonly callId: string;
  readonly tool: string;
  readonly label?: string;
  readonly words?: StepWords;
  readonly title: string;
  readonly effect: Effect;
  readonly state: "running" | "waiting" | ToolStatus;
  readonly progress: string;
  readonly amount?: StepAmount;
  readonly durationMs: number | null;
}

/** A run as a client shows it. Built from events alone, so that every client sees the same. */
export interface RunView {
  readonly runId: RunId;
  readonly sessionKey: SessionKey;
  readonly model: string;
  readonly startedAt: number;
  readonly iteration: number;
  readonly steps: readonly StepView[];
  /** What the model is writing now; empty between messages. */
  readonly streaming: { readonly messageId: MessageId; readonly text: string; readonly reasoning: string } | null;
  /** The last time that the model thought: since when (milliseconds since 1970), and how long once it spoke. */
  readonly thought: { readonly messageId: MessageId; readonly since: number; readonly ms: number | null } | null;
  readonly waitingFor: readonly { readonly approvalId: ApprovalId; readonly callId: string }[];
  /** The model failed for a passing reason; `until` (milliseconds since 1970) it is not asked again. */
  readonly retry: { readonly attempt: number; readonly until: number; readonly message: string } | null;
  /** Another model than the run's own is asked from here on. */
  readonly switched: { readonly from: string; readonly to: string; readonly reason: MessageError } | null;
  /** Milliseconds since 1970; null while it is on. */
  readonly endedAt: number | null;
  readonly end: {
    readonly reason: RunEndReason;
    readonly text: string;
    readonly usage: Usage | null;
    readonly error?: { readonly code: string; readonly message: string };
  } | null;
}
