import { contractError } from "../../src-preload/contract/errors.ts";
import { fail, ok } from "../../src-preload/contract/result.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { Remembering } from "../policy/remember.ts";
import { text } from "../words.ts";
import type { DomainHandlers } from "./router.ts";

interface ApprovalDependencies {
  readonly loop: Pick<AgentLoop, "decide" | "pending">;
  readonly remembering: Remembering;
}

export function createApprovalHandlers({ loop, remembering }: ApprovalDependencies): DomainHandlers<"approval"> {
  return {
    async "approval.list"() {
      const pending = await loop.pending();
      return pending.ok ? ok({ approvals: pending.value }) : pending;
    },
    async "approval.answer"({ approvalId, decision, note, remember }, caller) {
      if (remember !== undefined && decision === "deny") {
        return fail(contractError("invalid-input", text("rules.onlyAllows")));
      }
      // The rule stands before the call runs.
      const rule = remember === undefined ? null : await remembering.keep(approvalId, remember);
      if (rule?.ok === false) return rule;
      const by = `${caller.senderId} (${caller.place})`;
      const decided = { decision, by, ...(note === undefined ? {} : { note }) };
      const answered = await loop.decide({ approvalId, decided, by });
      if (rule !== null) await remembering.allowOthers(rule.value);
      return answered.ok ? ok({ decision, runId: answered.value.runId }) : answered;
    },
  };
}
