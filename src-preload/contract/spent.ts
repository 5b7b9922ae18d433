import type { LedgerCall } from "./usage.ts";

/** What something took. `cost`: dollars; null where the price of a call is not known. */
export interface Spent {
  readonly tokens: number;
  readonly cost: number | null;
}

export const nothingSpent: Spent = { tokens: 0, cost: 0 };

/** A model on this computer costs nothing. */
export function spentOn({ inputTokens, outputTokens, cost, isLocal }: LedgerCall): Spent {
  return { tokens: inputTokens + outputTokens, cost: cost ?? (isLocal ? 0 : null) };
}

export function plus(one: Spent, more: Spent): Spent {
  return {
    tokens: one.tokens + more.tokens,
    cost: one.cost === null || more.cost === null ? null : one.cost + more.cost,
  };
}
