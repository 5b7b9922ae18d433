import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { ApprovalCard } from "./approval-card.tsx";
import { BurstCard } from "./seldom.tsx";

interface ApprovalCardsProps {
  /** Decided together: one, or a burst. */
  readonly approvals: readonly PendingApproval[];
  /** The first of several: its button is the primary one. */
  readonly isFirst?: boolean;
}

/** What waits for one decision, or for several that are alike. */
export function ApprovalCards({ approvals, isFirst = true }: ApprovalCardsProps) {
  const [first, second] = approvals;
  if (first === undefined) return null;
  if (second === undefined) return <ApprovalCard approval={first} isFirst={isFirst} />;
  return <BurstCard approvals={approvals} isFirst={isFirst} />;
}
