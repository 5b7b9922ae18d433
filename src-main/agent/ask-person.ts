import { contractError } from "../../src-preload/contract/errors.ts";
import type { ApprovalId, MessageId, RunId } from "../../src-preload/contract/ids.ts";
import type { ApprovalSubject } from "../../src-preload/contract/records.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import type { Decided } from "../policy/approvals.ts";
import type { Session } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import type { AgentDependencies } from "./dependencies.ts";

type AskDependencies = Pick<AgentDependencies, "approvals" | "events" | "host" | "ids" | "journal">;

export interface ApprovalQuestion {
  readonly session: Session;
  readonly runId: RunId;
  readonly messageId: MessageId;
  readonly callId: string;
  readonly subject: ApprovalSubject;
}

/** A decision as it comes from a client; `by` is who made it. */
export interface DecisionOf {
  readonly approvalId: ApprovalId;
  readonly decided: Decided;
  readonly by: string;
}

/**
 * Writes the question down, tells of it, and waits for as long as it takes; null when the run is stopped meanwhile. What
 * waits is a record first and a promise second: it outlives the process.
 */
export async function askPerson(
  { approvals, events, host, ids, journal }: AskDependencies,
  { session, subject, ...call }: ApprovalQuestion,
  signal: AbortSignal,
): AsyncResult<Decided | null> {
  const approvalId = ids.approval();
  const requestedAt = host.now();
  const timestamp = new Date(requestedAt).toISOString();
  // A decision may come as soon as the record is there.
  const unasked = new AbortController();
  const answered = approvals.wait(approvalId, AbortSignal.any([signal, unasked.signal]));
  const marker = { _type: "approval-request", timestamp, approvalId, ...call, subject } as const;
  const written = await journal.append(session, () => [marker], call.runId);
  if (!written.ok) {
    unasked.abort();
    return written;
  }
  const { parent } = session.settings;
  const whose = parent === undefined ? {} : { subagent: { parent, label: session.summary().title } };
  const approval: PendingApproval = { approvalId, sessionKey: session.key, ...call, subject, requestedAt, ...whose };
  const at = { sessionKey: session.key, runId: call.runId };
  events.publish({ topic: "approval", type: "approval-request", ...at, approval });
  return ok(await answered);
}

/** Writes a decision down and tells of it; `not-found` where the chat has no such call that waits. */
export async function writeDecision(
  { events, host, journal }: AskDependencies,
  session: Session,
  { approvalId, decided: { decision, note }, by }: DecisionOf,
): AsyncResult<PendingApproval> {
  const approval = session.pendingApprovals.find((row) => row.approvalId === approvalId);
  if (approval === undefined) return fail(contractError("not-found", text("approval.notFound")));
  const { runId } = approval;
  const timestamp = new Date(host.now()).toISOString();
  const words = note === undefined ? {} : { note };
  const marker = { _type: "approval-decision", timestamp, approvalId, decision, by, ...words } as const;
  const written = await journal.append(session, () => [marker], runId);
  if (!written.ok) return written;
  const at = { sessionKey: session.key, runId };
  events.publish({ topic: "approval", type: "approval-decision", ...at, approvalId, decision, by });
  // Of several that wait the others still do.
  journal.changed(session);
  return ok(approval);
}
