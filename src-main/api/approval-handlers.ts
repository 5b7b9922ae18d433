import { contractError } from "../../src-preload/contract/errors.ts";
import type { ApprovalId } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { isSameMatch, type Remember, type Rule, type RuleScope } from "../../src-preload/contract/rules.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import { holdsAt } from "../policy/rule-match.ts";
import type { RuleStore } from "../policy/rule-store.ts";
import { text } from "../words.ts";
import type { DomainHandlers } from "./router.ts";

interface ApprovalDependencies {
  readonly loop: Pick<AgentLoop, "decide" | "pending">;
  readonly rules: Pick<RuleStore, "add" | "used">;
}

export function createApprovalHandlers({ loop, rules }: ApprovalDependencies): DomainHandlers<"approval"> {
  /** The rule stands before the call runs. Only what was offered with the question can be remembered of it. */
  async function remember(approvalId: ApprovalId, { match, scope }: Remember): AsyncResult<Rule> {
    const pending = await loop.pending();
    if (!pending.ok) return pending;
    const asked = pending.value.find((row) => row.approvalId === approvalId);
    if (asked === undefined) return fail(contractError("not-found", text("approval.notFound")));
    const { offers } = asked.subject;
    if (offers?.matches.some((offered) => isSameMatch(offered, match)) !== true) {
      return fail(contractError("invalid-input", text("rules.notOffered")));
    }
    const scopes: Readonly<Record<Remember["scope"], RuleScope>> = {
      chat: { kind: "chat", sessionKey: asked.sessionKey },
      folder: { kind: "folder", folder: offers.workFolder },
      everywhere: { kind: "everywhere" },
    };
    return rules.add({ effect: "allow", match, scope: scopes[scope], madeIn: asked.sessionKey });
  }

  /** What waits elsewhere and is covered by the new rule is not asked about any more. */
  async function allowOthers(rule: Rule): Promise<void> {
    const pending = await loop.pending();
    if (!pending.ok) return;
    for (const row of pending.value) {
      if (!isCovered(row, rule)) continue;
      // One that somebody answers at this moment is decided already.
      const decided = await loop.decide({
        approvalId: row.approvalId,
        decided: { decision: "allow-once", rule: rule.id },
        by: `rule ${rule.id}`,
      });
      if (decided.ok) rules.used(rule.id);
    }
  }

  return {
    async "approval.list"() {
      const pending = await loop.pending();
      return pending.ok ? ok({ approvals: pending.value }) : pending;
    },
    async "approval.answer"({ approvalId, decision, note, remember: chosen }, caller) {
      if (chosen !== undefined && decision === "deny") {
        return fail(contractError("invalid-input", text("rules.onlyAllows")));
      }
      const rule = chosen === undefined ? null : await remember(approvalId, chosen);
      if (rule?.ok === false) return rule;
      const by = `${caller.senderId} (${caller.place})`;
      const decided = { decision, by, ...(note === undefined ? {} : { note }) };
      const answered = await loop.decide({ approvalId, decided, by });
      if (rule !== null) await allowOthers(rule.value);
      return answered.ok ? ok({ decision, runId: answered.value.runId }) : answered;
    },
  };
}

function isCovered({ sessionKey, subject: { offers } }: PendingApproval, { match, scope }: Rule): boolean {
  if (offers === undefined) return false;
  const place = { sessionKey, workFolder: offers.workFolder, platform: process.platform };
  return holdsAt(scope, place) && offers.matches.some((offered) => isSameMatch(offered, match));
}
