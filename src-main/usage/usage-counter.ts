import { savedByCache } from "../../src-preload/contract/cost.ts";
import { parseSessionKey } from "../../src-preload/contract/ids.ts";
import type { Price } from "../../src-preload/contract/providers.ts";
import type { RouteInput } from "../../src-preload/contract/routes.ts";
import { isUnattendedKey } from "../../src-preload/contract/session-key.ts";
import type { LedgerCall, UsageDay, UsageRow, UsageTotals } from "../../src-preload/contract/usage.ts";
import type { Host } from "../host.ts";
import { dayOf } from "./periods.ts";

export type GroupBy = RouteInput<"usage.report">["by"];

export interface UsageSums {
  readonly totals: UsageTotals;
  readonly days: readonly UsageDay[];
  readonly rows: readonly Omit<UsageRow, "title" | "price">[];
  /** The most that one chat and one run used: tokens and money. */
  readonly largest: Readonly<Record<"chat" | "run", { readonly tokens: number; readonly money: number }>>;
}

interface Facts {
  readonly host: Pick<Host, "localTime">;
  readonly priceOf: (model: string) => Price | null;
}

const zero: UsageTotals = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  cost: 0,
  unpriced: 0,
  estimated: 0,
  localTokens: 0,
  saved: 0,
};

/** Adds calls up, one at a time. */
export class UsageCounter {
  readonly #facts: Facts;
  readonly #by: GroupBy;
  #totals = zero;
  readonly #days = new Map<string, { tokens: Map<string, number>; cost: number }>();
  readonly #rows = new Map<string, { totals: UsageTotals; runs: Set<string> }>();
  readonly #sizes = { chat: new Map<string, Size>(), run: new Map<string, Size>() };

  constructor(by: GroupBy, facts: Facts) {
    this.#by = by;
    this.#facts = facts;
  }

  add(call: LedgerCall): void {
    const more = totalsOf(call, this.#facts.priceOf(call.model));
    this.#totals = sum(this.#totals, more);
    this.#addDay(call);
    const { sessionKey, runId } = call.within ?? call;
    grow(this.#sizes.chat, sessionKey, call);
    grow(this.#sizes.run, runId, call);
    const key = rowKey(call, this.#by);
    if (key === null) return;
    const row = this.#rows.get(key) ?? { totals: zero, runs: new Set<string>() };
    row.runs.add(runId);
    this.#rows.set(key, { runs: row.runs, totals: sum(row.totals, more) });
  }

  /** Days in their order, rows by what they used. */
  sums(): UsageSums {
    const days = [...this.#days].map(([day, { tokens, cost }]) => ({ day, tokens: Object.fromEntries(tokens), cost }));
    const rows = [...this.#rows].map(([key, { totals, runs }]) => ({ ...totals, key, runs: runs.size }));
    return {
      totals: this.#totals,
      days: days.toSorted((a, b) => a.day.localeCompare(b.day)),
      rows: rows.toSorted((a, b) => b.cost - a.cost || tokensOf(b) - tokensOf(a)),
      largest: { chat: largest(this.#sizes.chat), run: largest(this.#sizes.run) },
    };
  }

  #addDay(call: LedgerCall): void {
    const key = dayOf(this.#facts.host, Date.parse(call.time));
    const day = this.#days.get(key) ?? { tokens: new Map<string, number>(), cost: 0 };
    const provider = call.model.split("/", 1)[0] ?? call.model;
    day.tokens.set(provider, (day.tokens.get(provider) ?? 0) + tokensOf(call));
    day.cost += call.cost ?? 0;
    this.#days.set(key, day);
  }
}

interface Size {
  readonly tokens: number;
  readonly money: number;
}

function grow(sizes: Map<string, Size>, key: string, call: LedgerCall): void {
  const size = sizes.get(key) ?? { tokens: 0, money: 0 };
  sizes.set(key, { tokens: size.tokens + tokensOf(call), money: size.money + (call.cost ?? 0) });
}

function largest(sizes: ReadonlyMap<string, Size>): Size {
  let [tokens, money] = [0, 0];
  for (const size of sizes.values()) {
    tokens = Math.max(tokens, size.tokens);
    money = Math.max(money, size.money);
  }
  return { tokens, money };
}

function rowKey(call: LedgerCall, by: GroupBy): string | null {
  if (by === "model") return call.model;
  const { sessionKey } = call.within ?? call;
  if (by === "chat") return sessionKey;
  // `cron:<job>:<run>` belongs to its job, and so does what its sub-agents used.
  const isOfJob = call.purpose === "automation" || (call.purpose === "subagent" && isUnattendedKey(sessionKey));
  if (!isOfJob) return null;
  const { channel, chatId } = parseSessionKey(sessionKey);
  return `${channel}:${chatId}`;
}

function tokensOf({ inputTokens, outputTokens }: Pick<LedgerCall, "inputTokens" | "outputTokens">): number {
  return inputTokens + outputTokens;
}

function totalsOf(call: LedgerCall, price: Price | null): UsageTotals {
  const { inputTokens: promptTokens, outputTokens: completionTokens, cachedTokens, cacheWriteTokens } = call;
  return {
    calls: 1,
    inputTokens: call.inputTokens,
    outputTokens: call.outputTokens,
    cachedTokens: call.cachedTokens,
    cacheWriteTokens: cacheWriteTokens ?? 0,
    reasoningTokens: call.reasoningTokens,
    cost: call.cost ?? 0,
    unpriced: call.cost === null ? 1 : 0,
    estimated: call.estimated ? 1 : 0,
    localTokens: call.isLocal ? tokensOf(call) : 0,
    saved: savedByCache({ promptTokens, completionTokens, cachedTokens, cacheWriteTokens }, price),
  };
}

function sum(a: UsageTotals, b: UsageTotals): UsageTotals {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    cacheWriteTokens: (a.cacheWriteTokens ?? 0) + (b.cacheWriteTokens ?? 0),
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
    cost: a.cost + b.cost,
    unpriced: a.unpriced + b.unpriced,
    estimated: a.estimated + b.estimated,
    localTokens: a.localTokens + b.localTokens,
    saved: a.saved + b.saved,
  };
}
