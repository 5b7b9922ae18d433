import { createStore } from "zustand/vanilla";
import type { BudgetScope } from "../../src-preload/contract/budget-error.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { periodOf } from "./period.ts";

export interface BudgetWarning {
  readonly scope: BudgetScope;
  /** The chat whose run brought it about. */
  readonly sessionKey: SessionKey;
  readonly message: string;
  readonly at: number;
}

/** The limits that are nearly used up, as the agent told of them. */
export function createBudgetWarnings(tell: (message: string) => void) {
  const store = createStore<{ readonly warnings: readonly BudgetWarning[] }>(() => ({ warnings: [] }));
  return {
    store,
    /** Whether its run has ended is not known any more. */
    reset(): void {
      store.setState({ warnings: without(store.getState().warnings, ({ scope }) => scope === "run") });
    },
    apply(events: readonly PerchEvent[]): void {
      const { warnings } = store.getState();
      const next = events.reduce(applyEvent, warnings);
      if (next === warnings) return;
      store.setState({ warnings: next });
      for (const { message } of next.filter((warning) => !warnings.includes(warning))) tell(message);
    },
  };
}

function applyEvent(warnings: readonly BudgetWarning[], event: PerchEvent): readonly BudgetWarning[] {
  switch (event.type) {
    case "budget-warning": {
      const { sessionKey, message, time: at } = event;
      const others = warnings.filter((warning) => !isSameLimit(warning, event.budget.scope, sessionKey));
      return [...others, { scope: event.budget.scope, sessionKey, message, at }];
    }
    case "run-end":
      return without(warnings, (warning) => warning.scope === "run" && warning.sessionKey === event.sessionKey);
    case "settings-changed":
      return without(warnings, () => true);
    default:
      return warnings;
  }
}

function without(warnings: readonly BudgetWarning[], isGone: (warning: BudgetWarning) => boolean) {
  return warnings.some(isGone) ? warnings.filter((warning) => !isGone(warning)) : warnings;
}

function isSameLimit(warning: BudgetWarning, scope: BudgetScope, sessionKey: SessionKey): boolean {
  const isShared = scope === "day" || scope === "month";
  return warning.scope === scope && (isShared || warning.sessionKey === sessionKey);
}

/** The newest warning that concerns a chat now; null without one. */
export function warningFor(
  warnings: readonly BudgetWarning[],
  sessionKey: SessionKey,
  now: number,
): BudgetWarning | null {
  const holds = ({ scope, sessionKey: own, at }: BudgetWarning): boolean =>
    scope === "day" || scope === "month" ? at >= periodOf(scope, now).from : own === sessionKey;
  return warnings.findLast(holds) ?? null;
}
