import type { PerchEvent } from "../events.ts";
import type { MessageId } from "../ids.ts";
import type { QueuedMessage } from "../records.ts";
import type { RunView } from "../run-view.ts";
import type { PageMessage, PendingApproval, SessionDetail, SessionSummary } from "../session.ts";
import { reduceRun } from "./run.ts";

/** An open chat as a client shows it: a snapshot, and every event since. */
export interface SessionView {
  readonly summary: SessionSummary;
  readonly messages: readonly PageMessage[];
  readonly hasEarlier: boolean;
  readonly approvals: readonly PendingApproval[];
  readonly queue: readonly QueuedMessage[];
  readonly queuePaused: boolean;
  readonly run: RunView | null;
  readonly workFolder: string;
  /** Rises with each change that was seen in the work folder. */
  readonly filesChanged: number;
  /** True when what is shown is no longer the active branch: open the session again. */
  readonly stale: boolean;
  readonly seq: number;
}

export function sessionViewOf(detail: SessionDetail): SessionView {
  return {
    summary: detail.summary,
    messages: detail.page.messages,
    hasEarlier: detail.page.hasEarlier,
    approvals: detail.approvals,
    queue: detail.queue,
    queuePaused: detail.queuePaused,
    run: detail.run,
    workFolder: detail.workFolder,
    filesChanged: 0,
    stale: false,
    seq: detail.seq,
  };
}

function lastId(view: SessionView): MessageId | null {
  return view.messages.at(-1)?.message.id ?? null;
}

/** The next view. An event that the snapshot already holds (by `seq`, by message id) changes nothing. */
export function reduceSession(view: SessionView, event: PerchEvent): SessionView {
  if (!("sessionKey" in event) || event.sessionKey !== view.summary.key || event.seq <= view.seq) return view;
  const next: SessionView = { ...view, seq: event.seq, run: reduceRun(view.run, event) };
  switch (event.type) {
    case "session-created":
    case "session-changed":
      return { ...next, summary: event.summary };
    case "message-added": {
      const { message } = event;
      const approvals =
        message.role === "tool" ? view.approvals.filter((row) => row.callId !== message.tool_call_id) : view.approvals;
      if (view.messages.some((row) => row.message.id === event.message.id)) return next;
      const follows = event.message.parentId === lastId(view) || view.messages.length === 0;
      if (!follows) return { ...next, stale: true };
      return { ...next, approvals, messages: [...view.messages, { message }] };
    }
    case "branch-changed":
      return { ...next, stale: event.head !== lastId(view) };
    case "files-changed":
      return { ...next, filesChanged: view.filesChanged + 1 };
    case "queue-changed":
      return { ...next, queue: event.queue, queuePaused: event.paused };
    case "approval-request":
      return { ...next, approvals: [...view.approvals, event.approval] };
    case "approval-decision":
      return { ...next, approvals: view.approvals.filter((row) => row.approvalId !== event.approvalId) };
    default:
      return next;
  }
}
