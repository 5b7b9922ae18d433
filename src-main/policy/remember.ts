import { contractError } from "../../src-preload/contract/errors.ts";
import type { ApprovalId } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail } from "../../src-preload/contract/result.ts";
import { ownScope } from "../../src-preload/contract/rule-words.ts";
import { isSameMatch, type Remember, type Rule, type RuleScope } from "../../src-preload/contract/rules.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import { text } from "../words.ts";
import { holdsAt } from "./rule-match.ts";
import type { RuleStore } from "./rule-store.ts";

/** Makes rules of answers. */
export interface Remembering {
  /** Keeps what was chosen of what the question offered; nothing else can be remembered of it. */
  keep(approvalId: ApprovalId, chosen: Remember): AsyncResult<Rule>;
  /** What waits elsewhere and is covered by the rule is not asked about any more. */
  allowOthers(rule: Rule): Promise<void>;
}

interface RememberingParts {
  readonly rules: Pick<RuleStore, "add" | "used">;
  readonly platform: NodeJS.Platform;
  /** All that wait for a person, in every chat. */
  readonly pending: () => AsyncResult<readonly PendingApproval[]>;
  readonly allow: (approvalId: ApprovalId, rule: Rule) => AsyncResult<unknown>;
}

export function createRemembering({ rules, platform, pending, allow }: RememberingParts): Remembering {
  const isCovered = (asked: PendingApproval, { match, scope }: Rule): boolean =>
    asked.subject.offers !== undefined &&
    holdsAt(scope, { ...chatsOf(asked), workFolder: asked.subject.offers.workFolder, platform }) &&
    asked.subject.offers.matches.some((offered) => isSameMatch(offered, match));

  return {
    async keep(approvalId, { match, scope }) {
      const waiting = await pending();
      if (!waiting.ok) return waiting;
      const asked = waiting.value.find((row) => row.approvalId === approvalId);
      if (asked === undefined) return fail(contractError("not-found", text("approval.notFound")));
      const { offers } = asked.subject;
      if (offers?.matches.some((offered) => isSameMatch(offered, match)) !== true) {
        return fail(contractError("invalid-input", text("rules.notOffered")));
      }
      const scopes: Readonly<Record<Remember["scope"], RuleScope>> = {
        chat: ownScope(asked.subagent?.parent ?? asked.sessionKey),
        folder: { kind: "folder", folder: offers.workFolder },
        everywhere: { kind: "everywhere" },
      };
      return rules.add({ effect: "allow", match, scope: scopes[scope], madeIn: asked.sessionKey });
    },
    async allowOthers(rule) {
      const waiting = await pending();
      if (!waiting.ok) return;
      for (const row of waiting.value) {
        if (!isCovered(row, rule)) continue;
        // One that somebody answers at this moment is decided already.
        const allowed = await allow(row.approvalId, rule);
        if (allowed.ok) rules.used(rule.id);
      }
    },
  };
}

/** What a sub-agent may is what the chat may that asked for it. */
function chatsOf({ sessionKey, subagent }: PendingApproval) {
  return subagent === undefined ? { sessionKey } : { sessionKey, within: subagent.parent };
}
