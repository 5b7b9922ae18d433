import type { WireMessage } from "../models/model.ts";

/** One message of the history as the planner sees it. */
export interface HistoryItem {
  readonly id: string;
  readonly role: WireMessage["role"];
  readonly tokens: number;
  /** What a tool result costs once it is shortened; null where there is nothing to shorten. */
  readonly shortTokens: number | null;
  /** A skill that is in use: never shortened. */
  readonly pinned?: boolean;
}

export interface TrimPlan {
  /** Ids of tool results that are sent shortened. */
  readonly shortened: ReadonlySet<string>;
  /** Index of the first item that is sent; always a user message, or the current turn. */
  readonly start: number;
  /** Ids inside the current turn that are not sent: calls with all their results. */
  readonly left: ReadonlySet<string>;
}

export interface TrimLimits {
  /** Tokens that the history may take. */
  readonly budget: number;
  /** Messages before the current turn. */
  readonly window: number;
  /** Index of the current turn's user message: it always stays, whole, and so does what the user said meanwhile. */
  readonly current: number;
}

/** Results are shortened down to this share of the budget, so that the next iterations find room. */
const target = 0.85;
/** Turns leave in chunks down to this share, so that the prefix stays the same meanwhile. */
const keptShare = 0.6;

/**
 * Plans what of the history is sent: nothing changes while it fits; then old tool results are shortened, oldest first;
 * then whole old turns leave in a chunk; at last the oldest steps of the current turn. `before` is the last plan: what it
 * took away stays away, so that the prefix of the request does not flap.
 */
export function planTrimming(items: readonly HistoryItem[], limits: TrimLimits, before: TrimPlan | null): TrimPlan {
  const trimmer = new Trimmer(items, limits, before);
  if (trimmer.total > limits.budget) trimmer.trim();
  return trimmer.plan;
}

class Trimmer {
  readonly #items: readonly HistoryItem[];
  readonly #limits: TrimLimits;
  readonly #shortened: Set<string>;
  readonly #left: Set<string>;
  #start: number;
  total = 0;

  constructor(items: readonly HistoryItem[], limits: TrimLimits, before: TrimPlan | null) {
    this.#items = items;
    this.#limits = limits;
    this.#shortened = new Set(before?.shortened);
    this.#left = new Set(before?.left);
    this.#start = Math.min(before?.start ?? 0, limits.current);
    if (limits.current - this.#start > limits.window) {
      this.#start = this.#userFrom(limits.current - Math.floor(limits.window * keptShare));
    }
    for (const item of items.slice(this.#start)) this.total += this.#cost(item);
  }

  get plan(): TrimPlan {
    return { shortened: this.#shortened, start: this.#start, left: this.#left };
  }

  trim(): void {
    const { budget, current } = this.#limits;
    const goal = budget * target;
    for (const item of this.#items.slice(this.#start, -1)) {
      if (this.total <= goal) break;
      this.#shorten(item);
    }
    if (this.total > goal) {
      while (this.total > budget * keptShare && this.#start < current) this.#dropTurn();
    }
    const newest = this.#items.at(-1);
    if (this.total > budget && newest !== undefined) this.#shorten(newest);
    // Inside the turn only what must go: the model is at work with it.
    for (const group of stepsAfter(this.#items, current)) {
      if (this.total <= budget) break;
      this.#leave(group);
    }
  }

  #cost(item: HistoryItem): number {
    if (this.#left.has(item.id)) return 0;
    return this.#shortened.has(item.id) ? (item.shortTokens ?? item.tokens) : item.tokens;
  }

  #userFrom(from: number): number {
    const { current } = this.#limits;
    const found = this.#items.findIndex((item, index) => index >= from && item.role === "user");
    return found < 0 ? current : Math.min(found, current);
  }

  #shorten(item: HistoryItem): void {
    if (item.shortTokens === null || item.pinned === true || this.#shortened.has(item.id)) return;
    const before = this.#cost(item);
    this.#shortened.add(item.id);
    this.total -= before - this.#cost(item);
  }

  #dropTurn(): void {
    const next = this.#userFrom(this.#start + 1);
    for (const item of this.#items.slice(this.#start, next)) this.total -= this.#cost(item);
    this.#start = next;
  }

  #leave(group: readonly HistoryItem[]): void {
    for (const item of group) {
      this.total -= this.#cost(item);
      this.#left.add(item.id);
    }
  }
}

/** The steps of the current turn, oldest first: each assistant message with the results that follow it. Not the last one. */
function stepsAfter(items: readonly HistoryItem[], current: number): readonly (readonly HistoryItem[])[] {
  const steps: HistoryItem[][] = [];
  for (const item of items.slice(current + 1)) {
    if (item.role === "assistant") steps.push([item]);
    else if (item.role === "tool") steps.at(-1)?.push(item);
  }
  return steps.slice(0, -1);
}
