import { dollarsText, usedText } from "../../../src-preload/contract/dollars.ts";
import type { BudgetState, UsageRow, UsageTotals } from "../../../src-preload/contract/usage.ts";
import { forecast } from "../../state/period.ts";
import type { ShownUsage } from "../../state/usage.ts";
import { percent, tokenCount } from "../../ui/amounts.ts";
import { text } from "../../ui/text.ts";

export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly more: string;
  /** A second line below; "" without one. */
  readonly also: string;
}

type Tokens = Pick<UsageTotals, "inputTokens" | "outputTokens">;

export function tokensOf({ inputTokens, outputTokens }: Tokens): number {
  return inputTokens + outputTokens;
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** The four figures of a period. */
export function figuresOf(shown: ShownUsage): readonly Figure[] {
  const { totals } = shown.report;
  const tokens = tokensOf(totals);
  return [
    {
      name: text("usage.spent"),
      value: dollarsText(totals.cost),
      more: spentWords(shown),
      also: totals.unpriced === 0 ? "" : unpricedWords(totals.unpriced),
    },
    {
      name: text("usage.tokens"),
      value: tokenCount(tokens),
      more: text("usage.inOut", { in: tokenCount(totals.inputTokens), out: tokenCount(totals.outputTokens) }),
      also: "",
    },
    {
      name: text("usage.fromCache"),
      value: percent(shareOf(totals.cachedTokens, totals.inputTokens)),
      more: totals.saved > 0 ? text("usage.saved", { money: dollarsText(totals.saved) }) : text("usage.ofInput"),
      also: "",
    },
    {
      name: text("usage.onThisComputer"),
      value: percent(shareOf(totals.localTokens, tokens)),
      more: text("usage.ofTokensFree"),
      also: "",
    },
  ];
}

/** So much of a period must be over before its end is foretold. */
const leastShare = { day: 0.25, week: 0.15, month: 0.05 } as const;

/** The limit of this very period, and what it comes to at its end. */
function spentWords({ kind, period, report, at }: ShownUsage): string {
  const { cost } = report.totals;
  const isNow = at < period.to;
  const limit = isNow ? report.budgets.find(({ scope, unit }) => scope === kind && unit === "money") : undefined;
  const end = cost > 0 ? forecast(cost, { ...period, now: at, leastShare: leastShare[kind] }) : null;
  const words = [
    ...(limit === undefined ? [] : [text("usage.ofLimit", { limit: dollarsText(limit.limit) })]),
    ...(end === null ? [] : [text("usage.endsAt", { money: dollarsText(end) })]),
  ];
  return words.length === 0 ? text(kind === "week" || !isNow ? "usage.inAll" : "usage.noLimit") : words.join(", ");
}

function unpricedWords(calls: number): string {
  return calls === 1 ? text("usage.oneUnpriced") : text("usage.unpriced", { count: calls });
}

export function isLocalRow(row: UsageTotals): boolean {
  return row.localTokens > 0 && row.localTokens >= tokensOf(row);
}

/** What a row cost, and what of it is not known. */
export function costWords(row: UsageRow): { readonly cost: string; readonly more: string; readonly isQuiet: boolean } {
  if (row.unpriced >= row.calls) return { cost: text("prices.noPrice"), more: "", isQuiet: true };
  const isFree = row.cost === 0 && row.unpriced === 0;
  if (isFree) return { cost: text(tokensOf(row) === 0 ? "usage.nothing" : "prices.free"), more: "", isQuiet: true };
  return { cost: dollarsText(row.cost), more: row.unpriced === 0 ? "" : unpricedWords(row.unpriced), isQuiet: false };
}

/** What went into the cache costs more than what is read from it, at some providers. Undefined where nothing did. */
export function cacheWriteWords({ cacheWriteTokens = 0 }: UsageTotals): string | undefined {
  return cacheWriteTokens === 0 ? undefined : text("usage.cacheWritten", { count: tokenCount(cacheWriteTokens) });
}

export function estimateWords(row: UsageTotals): string {
  if (row.estimated === 0) return "";
  return text(row.estimated >= row.calls ? "usage.estimated" : "usage.partlyEstimated");
}

/** `$1.64`, `$2.00` and `of $2.00`; tokens say that they are tokens. */
export function budgetWords({ unit, used, limit }: Pick<BudgetState, "unit" | "used" | "limit">) {
  if (unit === "money")
    return {
      used: usedText(used, limit),
      limit: dollarsText(limit),
      of: text("limits.of", { limit: dollarsText(limit) }),
    };
  const tokens = text("limits.tokens", { count: tokenCount(limit) });
  return { used: tokenCount(used), limit: tokens, of: text("limits.of", { limit: tokens }) };
}
