import { contractError } from "../../src-preload/contract/errors.ts";
import type { ApprovalId, SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import type { Session, SessionStore } from "../sessions/session-store.ts";
import { text } from "../words.ts";

/** What waits for a person, in every chat: of the chats in memory, and of those that the index names. */
export interface PendingApprovals {
  /** Oldest first. */
  list(): AsyncResult<readonly PendingApproval[]>;
  /** The chat in which it waits; `not-found` when it waits in none. */
  chatOf(approvalId: ApprovalId): AsyncResult<SessionKey>;
}

/** `inMemory`: the chats that this process has open. */
export function createPendingApprovals(sessions: SessionStore, inMemory: () => readonly Session[]): PendingApprovals {
  async function onDisk(): AsyncResult<readonly PendingApproval[]> {
    const unfinished = await sessions.unfinished();
    if (!unfinished.ok) return unfinished;
    const known = new Set(inMemory().map(({ key }) => key));
    const found: PendingApproval[] = [];
    for (const { key, state } of unfinished.value) {
      // One that was cut off stays so until somebody goes on with it: it need not be looked into each time.
      if (state !== "waiting" || known.has(key)) continue;
      const session = await sessions.view(key);
      if (session.ok) found.push(...session.value.pendingApprovals);
    }
    return ok(found);
  }

  /** A chat may come into memory while the disk is looked at: memory is asked last. */
  async function list(): AsyncResult<readonly PendingApproval[]> {
    const others = await onDisk();
    if (!others.ok) return others;
    const all = new Map(
      [...others.value, ...inMemory().flatMap((session) => session.pendingApprovals)].map(
        (approval) => [approval.approvalId, approval] as const,
      ),
    );
    return ok([...all.values()].toSorted((a, b) => a.requestedAt - b.requestedAt));
  }

  return {
    list,
    async chatOf(approvalId) {
      const waiting = inMemory().find((session) =>
        session.pendingApprovals.some((approval) => approval.approvalId === approvalId),
      );
      if (waiting !== undefined) return ok(waiting.key);
      const all = await list();
      if (!all.ok) return all;
      const found = all.value.find((approval) => approval.approvalId === approvalId);
      if (found !== undefined) return ok(found.sessionKey);
      return fail(contractError("not-found", text("approval.notFound")));
    },
  };
}
