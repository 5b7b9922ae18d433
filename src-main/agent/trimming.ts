import type { WireMessage } from "../models/model.ts";

/** One message of the history as the planner sees it. */
export interface HistoryItem {
  readonly id: string;
  readonly role: WireMessage["role"];
  readonly tokens: number;
  /** Characters of a tool result; 0 for everything else. */
  readonly resultChars: number;
}

export interface TrimPlan {
  /** Ids of tool results that are sent shortened. */
  readonly shortened: ReadonlySet<string>;
  /** Index of the first item that is sent; always a user message, or the current turn. */
  readonly start: number;
}

export interface TrimLimits {
  /** Tokens that the history may take. */
  readonly budget: number;
  /** Messages before the current turn. */
  readonly window: number;
  /** Index of the current turn's user message: it and what follows always stay. */
  readonly current: number;
}

/** Results shorter than this stay whole. */
export const shortenFrom = 500;
/** What a shortened result is taken to cost, in tokens. */
export const shortenedTokens = 90;
/** Trimming goes on to this share of the budget, so that the next iterations find room. */
const target = 0.85;
/** Over the window, so much of it is kept: whole turns leave in chunks and the prefix stays the same meanwhile. */
const keptShare = 0.6;

function userIndexFrom(items: readonly HistoryItem[], from: number, limit: number): number {
  for (let index = from; index < limit; index += 1) if (items[index]?.role === "user") return index;
  return limit;
}

/**
 * Plans what of the history is sent: nothing changes while it fits; then old tool results are shortened, oldest first;
 * then whole old turns leave in a chunk. `before` is the last plan: what it took away stays away, so that the prefix
 * of the request does not flap.
 */
export function planTrimming(items: readonly HistoryItem[], limits: TrimLimits, before: TrimPlan | null): TrimPlan {
  const shortened = new Set(before?.shortened);
  let start = Math.min(before?.start ?? 0, limits.current);
  if (limits.current - start > limits.window) {
    start = userIndexFrom(items, limits.current - Math.floor(limits.window * keptShare), limits.current);
  }
  const cost = (item: HistoryItem): number =>
    shortened.has(item.id) ? Math.min(item.tokens, shortenedTokens) : item.tokens;
  let total = 0;
  for (let index = start; index < items.length; index += 1) total += cost(items[index] ?? nothing);
  if (total <= limits.budget) return { shortened, start };

  const goal = limits.budget * target;
  const newest = items.length - 1;
  for (let index = start; index < newest && total > goal; index += 1) {
    total -= shorten(items[index] ?? nothing, shortened);
  }
  while (total > goal && start < limits.current) {
    const next = userIndexFrom(items, start + 1, limits.current);
    for (let index = start; index < next; index += 1) total -= cost(items[index] ?? nothing);
    start = next;
  }
  if (total > limits.budget) shorten(items[newest] ?? nothing, shortened);
  return { shortened, start };
}

const nothing: HistoryItem = { id: "", role: "system", tokens: 0, resultChars: 0 };

/** Tokens saved. */
function shorten(item: HistoryItem, shortened: Set<string>): number {
  if (item.resultChars < shortenFrom || shortened.has(item.id)) return 0;
  shortened.add(item.id);
  return Math.max(0, item.tokens - shortenedTokens);
}
