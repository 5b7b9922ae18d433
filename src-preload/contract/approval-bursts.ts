import type { PendingApproval } from "./session.ts";

/** Approvals that are decided together: the calls of one reply that do the like. In the order they were asked. */
export function burstsOf(approvals: readonly PendingApproval[]): readonly (readonly PendingApproval[])[] {
  const bursts = new Map<string, PendingApproval[]>();
  for (const approval of approvals) {
    const key = `${approval.sessionKey} ${approval.messageId} ${approval.subject.tool}`;
    bursts.set(key, [...(bursts.get(key) ?? []), approval]);
  }
  return [...bursts.values()];
}
