import { isRecord } from "./own-value.ts";

export const budgetScopes = ["run", "chat", "day", "month"] as const;
export type BudgetScope = (typeof budgetScopes)[number];

/** The limit that stopped a run, by the error in its last message and at its end; null where it was none. */
export function budgetScopeOf(error: unknown): BudgetScope | null {
  if (!isRecord(error) || error["code"] !== "budget") return null;
  return budgetScopes.find((scope) => scope === error["scope"]) ?? null;
}
