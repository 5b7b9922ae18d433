import type { Price } from "../../src-preload/contract/providers.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { RouteInput } from "../../src-preload/contract/routes.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { BudgetState, LedgerCall, UsageReport } from "../../src-preload/contract/usage.ts";
import type { Host } from "../host.ts";
import { type Limit, limitsOf } from "./budgets.ts";
import { csvHead, csvLine } from "./csv.ts";
import type { Meter } from "./meter.ts";
import { fileMonthOf } from "./periods.ts";
import { UsageCounter, type UsageSums } from "./usage-counter.ts";

interface UsageDependencies {
  readonly host: Host;
  readonly meter: Meter;
  readonly pricesBy: (settings: Settings) => (model: string) => Price | null;
  /** The day of the price table. */
  readonly pricesOf: () => string;
  readonly titleOf: (sessionKey: string) => Promise<string>;
}

type Period = RouteInput<"usage.export">;

/** What was used, for people. */
export interface UsageReports {
  report(asked: RouteInput<"usage.report">, settings: Settings): AsyncResult<UsageReport>;
  csv(period: Period): AsyncResult<string>;
}

export function createUsageReports(deps: UsageDependencies): UsageReports {
  function calls({ from, to }: Period, visit: (call: LedgerCall) => void): AsyncResult<void> {
    return deps.meter.read(
      (line) => {
        const time = Date.parse(line.time);
        if (line._type === "call" && time >= from && time < to) visit(line);
      },
      monthsBetween(from, to),
    );
  }

  return {
    async report(asked, settings) {
      const priceOf = deps.pricesBy(settings);
      const counter = new UsageCounter(asked.by, { host: deps.host, priceOf });
      const read = await calls(asked, (call) => counter.add(call));
      if (!read.ok) return read;
      const budgets = await deps.meter.budgets(settings, null);
      if (!budgets.ok) return budgets;
      const { totals, days, rows, largest } = counter.sums();
      const limits = limitsOf(settings);
      const titled = rows.map(async (row) => ({
        ...row,
        title: asked.by === "chat" ? await deps.titleOf(row.key) : row.key,
        price: asked.by === "model" ? priceOf(row.key) : null,
      }));
      return ok({
        totals,
        days,
        rows: await Promise.all(titled),
        budgets: budgets.value,
        pricesOf: deps.pricesOf(),
        largestChat: against(limits, "chat", largest),
        largestRun: against(limits, "run", largest),
      });
    },
    async csv(period) {
      const lines = [csvHead];
      const read = await calls(period, (call) => lines.push(csvLine(call)));
      return read.ok ? ok(`${lines.join("\r\n")}\r\n`) : read;
    },
  };
}

/** The largest chat or run of a period against its limit; money before tokens where both have one. */
function against(limits: readonly Limit[], scope: "chat" | "run", largest: UsageSums["largest"]): BudgetState | null {
  const own = limits.filter((limit) => limit.scope === scope);
  const found = own.find(({ unit }) => unit === "money") ?? own[0];
  if (found === undefined) return null;
  const used = largest[scope][found.unit];
  return { ...found, used, share: used / found.limit, allowed: false };
}

/** Every file that may hold a moment of the period. */
function monthsBetween(from: number, to: number): readonly string[] {
  const months: string[] = [];
  const last = fileMonthOf(Math.max(from, to));
  for (let month = fileMonthOf(from); month <= last && months.length < 1200; month = monthAfter(month))
    months.push(month);
  return months;
}

function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return fileMonthOf(Date.UTC(year, number, 1));
}
