import { ok } from "../../src-preload/contract/result.ts";
import type { Approvals } from "../policy/approvals.ts";
import type { DomainHandlers } from "./router.ts";

export function createApprovalHandlers(approvals: Approvals): DomainHandlers<"approval"> {
  return {
    async "approval.list"() {
      const pending = await approvals.list();
      return pending.ok ? ok({ approvals: pending.value }) : pending;
    },
    async "approval.answer"({ approvalId, decision, note }, caller) {
      const decided = { decision, ...(note === undefined ? {} : { note }) };
      const answered = await approvals.answer(approvalId, decided, `${caller.senderId} (${caller.place})`);
      return answered.ok ? ok({ decision, runId: answered.value.runId }) : answered;
    },
  };
}
