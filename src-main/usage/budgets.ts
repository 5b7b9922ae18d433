import type { BudgetScope } from "../../src-preload/contract/budget-error.ts";
import { dollarsText, usedText } from "../../src-preload/contract/dollars.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { BudgetState, BudgetUnit } from "../../src-preload/contract/usage.ts";
import { type TextKey, text } from "../words.ts";
import { type Tallies, usedOf } from "./tallies.ts";

/** A limit as the settings say it. */
export interface Limit {
  readonly scope: BudgetScope;
  readonly unit: BudgetUnit;
  readonly limit: number;
}

const scopes = ["run", "chat", "day", "month"] as const satisfies readonly BudgetScope[];
const units = ["tokens", "money"] as const satisfies readonly BudgetUnit[];

/** The limits that are set, the narrowest scope first. */
export function limitsOf({ budgets }: Pick<Settings, "budgets">): readonly Limit[] {
  return scopes.flatMap((scope) =>
    units.flatMap((unit): readonly Limit[] => {
      const limit = budgets[scope][unit];
      return limit === null ? [] : [{ scope, unit, limit }];
    }),
  );
}

/** How much of each limit is used. What somebody allowed counts where it is more. */
export function statesOf(
  limits: readonly Limit[],
  tallies: Tallies,
  keys: Readonly<Record<BudgetScope, string>>,
): readonly BudgetState[] {
  return limits.map(({ scope, unit, limit: once }) => {
    const tally = tallies.of(scope, keys[scope]);
    const limit = Math.max(once, tally.upTo[unit]);
    const used = usedOf(tally, unit);
    return { scope, unit, limit, used, share: used / limit, allowed: limit > once };
  });
}

const warnings: Readonly<Record<BudgetScope, TextKey>> = {
  run: "budget.warn.run",
  chat: "budget.warn.chat",
  day: "budget.warn.day",
  month: "budget.warn.month",
};
const stops: Readonly<Record<BudgetScope, TextKey>> = {
  run: "budget.stop.run",
  chat: "budget.stop.chat",
  day: "budget.stop.day",
  month: "budget.stop.month",
};

/** `12,400 tokens`, `$1.64`. */
function amountText(amount: number, unit: BudgetUnit): string {
  if (unit === "tokens") return text("budget.tokens", { count: Math.round(amount).toLocaleString("en") });
  return dollarsText(amount);
}

function facts({ used, limit, unit, share }: BudgetState) {
  const words = unit === "money" ? usedText(used, limit) : amountText(used, unit);
  return { used: words, limit: amountText(limit, unit), percent: Math.floor(share * 100) };
}

export function warningText(state: BudgetState): string {
  return text(warnings[state.scope], facts(state));
}

/** What was used up, and the ways on. */
export function stopText(state: BudgetState): string {
  return text(stops[state.scope], facts(state));
}

/** What the model is told of the limits; "" where there is none. */
export function promptText(states: readonly BudgetState[]): string {
  if (states.length === 0) return "";
  const lines = states.map(({ scope, unit, limit, used }) => {
    const left = amountText(Math.max(0, limit - used), unit);
    return `${scope}: ${left} of ${amountText(limit, unit)} left`;
  });
  return `<budget>${lines.join("; ")}</budget>`;
}
