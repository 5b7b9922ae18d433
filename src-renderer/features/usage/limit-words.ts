import type { BudgetScope } from "../../../src-preload/contract/budget-error.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import type { BudgetUnit } from "../../../src-preload/contract/usage.ts";
import { type TextKey, text } from "../../ui/text.ts";

export const scopes = ["run", "chat", "day", "month"] as const satisfies readonly BudgetScope[];

/** What is typed in the fields: by scope and unit, and the percentage at which it is told. */
export type LimitWords = Readonly<Record<`${BudgetScope}.${BudgetUnit}`, string>> & { readonly warnAt: string };
export type LimitField = keyof LimitWords;

export function wordsOf(budgets: Settings["budgets"]): LimitWords {
  const of = (value: number | null): string => (value === null ? "" : String(value));
  return {
    "run.money": of(budgets.run.money),
    "run.tokens": of(budgets.run.tokens),
    "chat.money": of(budgets.chat.money),
    "chat.tokens": of(budgets.chat.tokens),
    "day.money": of(budgets.day.money),
    "day.tokens": of(budgets.day.tokens),
    "month.money": of(budgets.month.money),
    "month.tokens": of(budgets.month.tokens),
    warnAt: String(Math.round(budgets.warnAt * 100)),
  };
}

/**
 * A number as people write one: `1,000`, `200k`, `2.5`, `$2`, `0,50`, `1.000,50`. Null for what is none; empty is no number
 * either. A comma parts thousands where three digits follow, and is the decimal sign where one or two do or a nought stands
 * before it.
 */
export function readNumber(words: string): number | null {
  const match = /^\$?\s*([\d.,\s]*\d)\s*([km])?$/i.exec(words.trim());
  const plain = match === null ? null : plainDigits(match[1] ?? "");
  if (match === null || plain === null) return null;
  const factor = { k: 1000, m: 1_000_000 }[match[2]?.toLowerCase() ?? ""] ?? 1;
  const value = Number(plain) * factor;
  return Number.isFinite(value) ? value : null;
}

/** With a point for the decimal sign and nothing between thousands; null for what is written in no known way. */
function plainDigits(digits: string): string | null {
  if (/^(?:\d{1,3}(?:[,\s]\d{3})+|\d+)?(?:\.\d+)?$/.test(digits) && !/^0[,\s]/.test(digits))
    return digits.replace(/[,\s]/g, "");
  if (/^(?:0,\d+|(?:\d{1,3}(?:[.\s]\d{3})+|\d+),\d{1,2})$/.test(digits))
    return digits.replace(/[.\s]/g, "").replace(",", ".");
  return null;
}

/** `200.000` is two hundred here and two hundred thousand there: a limit must not be guessed. */
const ambiguous = /^\$?\s*[1-9]\d{0,2}\.\d{3}$/;

const problems: Readonly<Record<BudgetUnit | "warnAt", TextKey>> = {
  money: "limits.badMoney",
  tokens: "limits.badTokens",
  warnAt: "limits.badShare",
};

/** What is wrong with a field, in words; null for a good one. An empty one is no limit. */
export function problemOf(field: LimitField, words: LimitWords): string | null {
  const typed = words[field].trim();
  const unit = field === "warnAt" ? "warnAt" : field.endsWith(".money") ? "money" : "tokens";
  const value = readNumber(typed);
  if (typed === "" && unit !== "warnAt") return null;
  const isGood =
    value !== null &&
    !ambiguous.test(typed) &&
    (unit === "warnAt"
      ? value >= 1 && value <= 100
      : unit === "tokens"
        ? Number.isInteger(value) && value > 0
        : value > 0);
  return isGood ? null : text(problems[unit]);
}

/** The patch of the settings that says what was typed. */
export function patchOf(words: LimitWords): Readonly<Record<string, unknown>> {
  const pairs = scopes.map((scope) => [
    scope,
    { money: readNumber(words[`${scope}.money`]), tokens: readNumber(words[`${scope}.tokens`]) },
  ]);
  return { budgets: { ...Object.fromEntries(pairs), warnAt: (readNumber(words.warnAt) ?? 80) / 100 } };
}
