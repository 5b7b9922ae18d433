import type { BudgetScope, BudgetUnit, LedgerLine } from "../../src-preload/contract/usage.ts";
import type { Host } from "../host.ts";
import { scopeKeys } from "./periods.ts";

/** What was used under one key; `allowances` is how often somebody let it go on. */
export interface Tally {
  readonly tokens: number;
  readonly money: number;
  readonly allowances: number;
}

const nothing: Tally = { tokens: 0, money: 0, allowances: 0 };
const scopes: readonly BudgetScope[] = ["run", "chat", "day", "month"];

/** The sums of a ledger by run, chat, day and month. */
export class Tallies {
  readonly #host: Pick<Host, "localTime">;
  readonly #sums = new Map<string, Tally>();

  constructor(host: Pick<Host, "localTime">) {
    this.#host = host;
  }

  add(line: LedgerLine): void {
    if (line._type === "allowance") {
      this.#change(line.scope, line.of, (sum) => ({ ...sum, allowances: sum.allowances + 1 }));
      return;
    }
    const keys = scopeKeys(this.#host, line, Date.parse(line.time));
    const tokens = line.inputTokens + line.outputTokens;
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

  #change(scope: BudgetScope, key: string, change: (sum: Tally) => Tally): void {
    this.#sums.set(`${scope} ${key}`, change(this.of(scope, key)));
  }
}

/** As much of one unit as a tally has. */
export function usedOf(tally: Tally, unit: BudgetUnit): number {
  return unit === "tokens" ? tally.tokens : tally.money;
}
