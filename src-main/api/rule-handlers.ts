import { ok } from "../../src-preload/contract/result.ts";
import type { DecisionLog } from "../policy/decision-log.ts";
import type { RuleStore } from "../policy/rule-store.ts";
import type { DomainHandlers } from "./router.ts";

interface RuleDependencies {
  readonly rules: RuleStore;
  readonly decisions: Pick<DecisionLog, "list">;
  /** Somebody looks: from now on an edit by hand is told. */
  readonly watchRules: () => void;
}

export function createRuleHandlers({ rules, decisions, watchRules }: RuleDependencies): DomainHandlers<"rules"> {
  return {
    async "rules.list"() {
      watchRules();
      const listed = await rules.list();
      return listed.ok ? ok({ rules: listed.value }) : listed;
    },
    "rules.add": ({ effect, match, scope }) => rules.add({ effect, match, scope, madeIn: null }),
    "rules.change": ({ id, effect, scope }) =>
      rules.change(id, { ...(effect === undefined ? {} : { effect }), ...(scope === undefined ? {} : { scope }) }),
    async "rules.remove"({ id }) {
      const removed = await rules.remove(id);
      return removed.ok ? ok({}) : removed;
    },
    async "rules.decisions"(page) {
      const { before, limit } = page;
      const listed = await decisions.list({ limit, ...(before === undefined ? {} : { before }) });
      return listed.ok ? ok({ decisions: listed.value }) : listed;
    },
  };
}
