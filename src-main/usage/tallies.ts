import type { BudgetScope } from "../../src-preload/contract/budget-error.ts";
import type { BudgetUnit, LedgerLine } from "../../src-preload/contract/usage.ts";
import type { Host } from "../host.ts";
import { scopeKeys } from "./periods.ts";

/** What was used under one key, and how much somebody allowed it in all. */
export interface Tally {
  readonly tokens: number;
  readonly money: number;
  readonly upTo: Readonly<Record<BudgetUnit, number>>;
}

const nothing: Tally = { tokens: 0, money: 0, upTo: { tokens: 0, money: 0 } };
const scopes: readonly BudgetScope[] = ["run", "chat", "day", "month"];

/** The sums of a ledger by run, chat, day and month. */
export class Tallies {
  readonly #host: Pick<Host, "localTime">;
  readonly #sums = new Map<string, Tally>();
  /** The most dollars that a token of a model cost, where its provider told what it charged. */
  readonly #rates = new Map<string, number>();

  constructor(host: Pick<Host, "localTime">) {
    this.#host = host;
  }

  add(line: LedgerLine): void {
    if (line._type === "allowance") {
      const { unit, upTo } = line;
      this.#change(line.scope, line.of, (sum) => ({
        ...sum,
        upTo: { ...sum.upTo, [unit]: Math.max(sum.upTo[unit], upTo) },
      }));
      return;
    }
    const keys = scopeKeys(this.#host, line, Date.parse(line.time));
    const tokens = line.inputTokens + line.outputTokens;
    if (line.charged === true && tokens > 0) {
      this.#rates.set(line.model, Math.max(this.#rates.get(line.model) ?? 0, (line.cost ?? 0) / tokens));
    }
    for (const scope of scopes) {
      this.#change(scope, keys[scope], (sum) => ({
        ...sum,
        tokens: sum.tokens + tokens,
        money: sum.money + (line.cost ?? 0),
      }));
    }
  }

  of(scope: BudgetScope, key: string): Tally {
    return this.#sums.get(`${scope} ${key}`) ?? nothing;
  }

  /** What so many tokens may cost by what was charged before; 0 where nothing was. */
  mostCharged(model: string, tokens: number): number {
    return (this.#rates.get(model) ?? 0) * tokens;
  }

  #change(scope: BudgetScope, key: string, change: (sum: Tally) => Tally): void {
    this.#sums.set(`${scope} ${key}`, change(this.of(scope, key)));
  }
}

/** The amount of one unit in a tally. */
export function usedOf(tally: Tally, unit: BudgetUnit): number {
  return unit === "tokens" ? tally.tokens : tally.money;
}
