import { ok } from "../../src-preload/contract/result.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import type { Meter } from "../usage/meter.ts";
import type { UsageReports } from "../usage/usage-reports.ts";
import type { DomainHandlers } from "./router.ts";

interface UsageHandlerDependencies {
  readonly loop: AgentLoop;
  readonly settings: SettingsStore;
  readonly meter: Meter;
  /** Loads what only reports need. */
  readonly reports: () => Promise<UsageReports>;
}

export function createUsageHandlers({
  loop,
  settings,
  meter,
  reports,
}: UsageHandlerDependencies): DomainHandlers<"usage"> {
  return {
    async "usage.report"(asked) {
      const current = await settings.current();
      return current.ok ? (await reports()).report(asked, current.value) : current;
    },
    async "usage.export"(period) {
      const made = await (await reports()).csv(period);
      return made.ok ? ok({ csv: made.value }) : made;
    },
    async "usage.budgets"({ sessionKey }) {
      const current = await settings.current();
      if (!current.ok) return current;
      const budgets = await (sessionKey === undefined
        ? meter.budgets(current.value, null)
        : loop.use(sessionKey, (runner) => meter.budgets(current.value, runner.usagePlace())));
      return budgets.ok ? ok({ budgets: budgets.value }) : budgets;
    },
    async "usage.allow"({ sessionKey, scope }) {
      const current = await settings.current();
      if (!current.ok) return current;
      return loop.use(sessionKey, async (runner) => {
        const allowed = await meter.allow(scope, current.value, runner.session.settings.parent ?? sessionKey);
        if (!allowed.ok) return allowed;
        const budgets = await meter.budgets(current.value, runner.usagePlace());
        return budgets.ok ? ok({ budgets: budgets.value }) : budgets;
      });
    },
  };
}
