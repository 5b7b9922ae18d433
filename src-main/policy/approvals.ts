import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { ApprovalId, IdMint, MessageId, RunId } from "../../src-preload/contract/ids.ts";
import type { ApprovalDecision, ApprovalSubject } from "../../src-preload/contract/records.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { Clock } from "../host.ts";
import type { Session, SessionStore } from "../sessions/session-store.ts";
import { text } from "../words.ts";

export interface Decided {
  readonly decision: ApprovalDecision;
  readonly note?: string;
}

export interface ApprovalQuestion {
  readonly session: Session;
  readonly runId: RunId;
  readonly messageId: MessageId;
  readonly callId: string;
  readonly subject: ApprovalSubject;
}

export type AskFailure = { readonly kind: "storage"; readonly error: ContractError } | { readonly kind: "aborted" };

/** A pending approval is a record first and a waiting promise second: it outlives the process. */
export interface Approvals {
  /** Writes the request down, tells of it, and waits; for as long as it takes. */
  ask(question: ApprovalQuestion, signal: AbortSignal): Promise<Result<Decided, AskFailure>>;
  /** From any client. The decision is on the disk when this resolves. */
  answer(approvalId: ApprovalId, decided: Decided, by: string): Promise<Result<PendingApproval, ContractError>>;
  /** All that wait, in every session, oldest first. */
  list(): Promise<Result<readonly PendingApproval[], ContractError>>;
  /** Awaited before a decision on a call that no running turn waits for is written; its failure is the answer's. */
  beforeSuspendedDecided(prepare: PrepareSession): () => void;
  /** Called after a decision on a call that no running turn waits for. Returns the undo. */
  onSuspendedDecided(listener: (session: Session) => void): () => void;
}

/** A turn of this process that waits for a decision. */
interface Waiter {
  readonly session: Session;
  decide(decided: Decided): void;
}

type PrepareSession = (session: Session) => Promise<Result<void, ContractError>>;

interface ApprovalDependencies {
  readonly sessions: SessionStore;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly ids: IdMint;
}

export function createApprovals({ sessions, events, clock, ids }: ApprovalDependencies): Approvals {
  const waiting = new Map<ApprovalId, Waiter>();
  const answering = new Set<ApprovalId>();
  const listeners = new Set<(session: Session) => void>();
  const preparations = new Set<PrepareSession>();

  async function sessionsThatWait(): Promise<Result<readonly Session[], ContractError>> {
    const unfinished = await sessions.unfinished();
    if (!unfinished.ok) return unfinished;
    // Those of this process are known without the index.
    const found = new Map([...waiting.values()].map(({ session }) => [session.key, session]));
    for (const { key, state } of unfinished.value) {
      // One that was cut off stays so until somebody goes on with it: it need not be looked into each time.
      if (state !== "waiting" || found.has(key)) continue;
      const session = await sessions.find(key);
      if (session.ok) found.set(key, session.value);
    }
    return ok([...found.values()].filter((session) => session.pendingApprovals.length > 0));
  }

  async function locate(approvalId: ApprovalId): Promise<Result<readonly [Session, PendingApproval], ContractError>> {
    const own = waiting.get(approvalId);
    const candidates = own === undefined ? await sessionsThatWait() : ok([own.session]);
    if (!candidates.ok) return candidates;
    for (const session of candidates.value) {
      const approval = session.pendingApprovals.find((row) => row.approvalId === approvalId);
      if (approval !== undefined) return ok([session, approval]);
    }
    return fail(contractError("not-found", text("approval.notFound")));
  }

  function waitFor(
    approvalId: ApprovalId,
    session: Session,
    signal: AbortSignal,
  ): Promise<Result<Decided, AskFailure>> {
    return new Promise((resolve) => {
      const aborted = (): void => {
        waiting.delete(approvalId);
        resolve(fail({ kind: "aborted" }));
      };
      if (signal.aborted) return aborted();
      signal.addEventListener("abort", aborted, { once: true });
      const decide = (decided: Decided): void => {
        signal.removeEventListener("abort", aborted);
        waiting.delete(approvalId);
        resolve(ok(decided));
      };
      waiting.set(approvalId, { session, decide });
    });
  }

  async function record(found: readonly [Session, PendingApproval], decided: Decided, by: string) {
    const [session, approval] = found;
    const { approvalId, runId } = approval;
    const note = decided.note === undefined ? {} : { note: decided.note };
    const timestamp = new Date(clock.now()).toISOString();
    const appended = await session.append([
      { _type: "approval-decision", timestamp, approvalId, decision: decided.decision, by, ...note },
    ]);
    if (!appended.ok) return appended;
    events.publish({
      topic: "approval",
      type: "approval-decision",
      sessionKey: session.key,
      runId,
      approvalId,
      decision: decided.decision,
      by,
    });
    const waiter = waiting.get(approvalId);
    if (waiter !== undefined) waiter.decide(decided);
    else for (const listener of listeners) listener(session);
    return ok(approval);
  }

  async function prepare(approvalId: ApprovalId, session: Session): Promise<Result<void, ContractError>> {
    if (waiting.has(approvalId)) return ok(undefined);
    for (const preparation of preparations) {
      const prepared = await preparation(session);
      if (!prepared.ok) return prepared;
    }
    return ok(undefined);
  }

  return {
    async ask({ session, subject, ...call }, signal) {
      const approvalId = ids.approval();
      const requestedAt = clock.now();
      const timestamp = new Date(requestedAt).toISOString();
      const answered = waitFor(approvalId, session, signal);
      const appended = await session.append([{ _type: "approval-request", timestamp, approvalId, ...call, subject }]);
      if (!appended.ok) {
        waiting.delete(approvalId);
        return fail({ kind: "storage", error: appended.error });
      }
      const approval: PendingApproval = { approvalId, sessionKey: session.key, ...call, subject, requestedAt };
      events.publish({
        topic: "approval",
        type: "approval-request",
        sessionKey: session.key,
        runId: call.runId,
        approval,
      });
      return answered;
    },
    async answer(approvalId, decided, by) {
      if (answering.has(approvalId)) return fail(contractError("conflict", text("approval.answered")));
      answering.add(approvalId);
      try {
        const found = await locate(approvalId);
        if (!found.ok) return found;
        const prepared = await prepare(approvalId, found.value[0]);
        return prepared.ok ? await record(found.value, decided, by) : prepared;
      } finally {
        answering.delete(approvalId);
      }
    },
    async list() {
      const candidates = await sessionsThatWait();
      if (!candidates.ok) return candidates;
      return ok(
        candidates.value.flatMap((session) => session.pendingApprovals).sort((a, b) => a.requestedAt - b.requestedAt),
      );
    },
    beforeSuspendedDecided(preparation) {
      preparations.add(preparation);
      return () => void preparations.delete(preparation);
    },
    onSuspendedDecided(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
