import { Fragment, type ReactNode } from "react";
import { burstsOf } from "../../../src-preload/contract/approval-bursts.ts";
import type { RunView } from "../../../src-preload/contract/run-view.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { SubagentList } from "./subagent-list.tsx";
import type { Step } from "./turns.ts";

interface SubagentsOfReplyProps {
  /** The run that is on. */
  readonly run: RunView | null;
  readonly steps: readonly Step[];
  /** Draws what waits for one decision. */
  readonly card: (approvals: readonly PendingApproval[]) => ReactNode;
}

/** Under the reply that asked for them: how its sub-agents stand, and what waits for the person in them. */
export function SubagentsOfReply({ run, steps, card }: SubagentsOfReplyProps) {
  const { subagents, inbox } = useWindow();
  const list = usePick(subagents.store, (state) => state.list);
  const approvals = usePick(inbox.store, (state) => state.approvals);
  const own = list.filter(({ callId, runId }) =>
    steps.some((step) => step.callId === callId && runId === (step.result?.runId ?? run?.runId)),
  );
  if (own.length === 0) return null;
  const keys = new Set(own.map(({ key }) => key));
  return (
    <>
      <SubagentList subagents={own} />
      {burstsOf(approvals.filter(({ sessionKey }) => keys.has(sessionKey))).map((burst) => (
        <Fragment key={burst[0]?.approvalId}>{card(burst)}</Fragment>
      ))}
    </>
  );
}
