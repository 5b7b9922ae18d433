import { ok } from "../../src-preload/contract/result.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { DomainHandlers } from "./router.ts";

export function createApprovalHandlers(loop: AgentLoop): DomainHandlers<"approval"> {
  return {
    async "approval.list"() {
      const pending = await loop.pending();
      return pending.ok ? ok({ approvals: pending.value }) : pending;
    },
    async "approval.answer"({ approvalId, decision, note }, caller) {
      const decided = { decision, ...(note === undefined ? {} : { note }) };
      const by = `${caller.senderId} (${caller.place})`;
      const answered = await loop.decide({ approvalId, decided, by });
      return answered.ok ? ok({ decision, runId: answered.value.runId }) : answered;
    },
  };
}
