import type { WireMessage } from "../models/model.ts";
import { fitSkills, lastReads, type SkillRead, type SkillUse, skillShare } from "./skills-in-use.ts";

/** One message of the history as the planner sees it. */
export interface HistoryItem {
  readonly id: string;
  readonly role: WireMessage["role"];
  readonly tokens: number;
  /** What a tool result costs once it is shortened; null where there is nothing to shorten. */
  readonly shortTokens: number | null;
  /** Contains a skill: shortened last, and kept when its turn is dropped. */
  readonly skill?: SkillUse;
  /** Skills that a message of a person called: they too are kept when its turn is dropped. */
  readonly called?: readonly SkillRead[];
}

export interface TrimPlan {
  /** Ids of tool results that are sent shortened. */
  readonly shortened: ReadonlySet<string>;
  /** Index of the first item that is sent; always a user message, or the current turn. */
  readonly start: number;
  /** Ids inside the current turn that are not sent: calls with all their results. */
  readonly left: ReadonlySet<string>;
  /** Ids of skills (`SkillRead`) that go along with the first message, their own place being gone. */
  readonly carried: ReadonlySet<string>;
  /** Ids of skills that are not sent whole any more. */
  readonly lost: ReadonlySet<string>;
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
 * then whole old turns leave in a chunk; at last the oldest steps of the current turn. Skills that were read there stay,
 * the newest first, within their share. `before` is the last plan: what it took away stays away, so that the prefix of the
 * request does not flap.
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
  readonly #skills: readonly PlacedSkill[];
  #carried: readonly SkillRead[] = [];
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
    this.#skills = placedSkills(items);
    const carried = this.#skills.filter(({ id }) => before?.carried.has(id));
    const isAsBefore = this.#start === before?.start && carried.every((read) => this.#isOut(read));
    if (isAsBefore) this.#carry(carried);
    else this.#carryAgain();
  }

  get plan(): TrimPlan {
    const carried = new Set(this.#carried.map(({ id }) => id));
    const lost = lastReads(this.#skills).filter(
      (read) => !carried.has(read.id) && (this.#isOut(read) || this.#shortened.has(read.id)),
    );
    return {
      shortened: this.#shortened,
      start: this.#start,
      left: this.#left,
      carried,
      lost: new Set(lost.map(({ id }) => id)),
    };
  }

  trim(): void {
    const { budget, current } = this.#limits;
    const goal = budget * target;
    for (const item of this.#items.slice(this.#start, -1)) {
      if (this.total <= goal) break;
      if (item.skill === undefined) this.#shorten(item);
    }
    if (this.total > goal) {
      while (this.total > budget * keptShare && this.#start < current) this.#dropTurn();
    }
    const newest = this.#items.at(-1);
    if (this.total > budget && newest !== undefined && newest.skill === undefined) this.#shorten(newest);
    // Inside the turn only what must go: the model is at work with it.
    for (const group of stepsAfter(this.#items, current)) {
      if (this.total <= budget) break;
      this.#leave(group);
    }
    if (this.total > budget) this.#giveUpSkills();
  }

  /** True when even the current turn with its skills does not fit. */
  #giveUpSkills(): void {
    const { budget } = this.#limits;
    this.#carry(fitSkills(this.#carried, budget - (this.total - tokensOf(this.#carried))));
    const inPlace = this.#skills.filter((read) => !this.#isOut(read)).map(({ index }) => this.#items[index]);
    for (const item of inPlace) {
      if (this.total <= budget) return;
      if (item !== undefined) this.#shorten(item);
    }
  }

  #isOut({ id, index }: PlacedSkill): boolean {
    return index < this.#start || this.#left.has(id);
  }

  #carryAgain(): void {
    const out = lastReads(this.#skills).filter((read) => this.#isOut(read));
    this.#carry(fitSkills(out, this.#limits.budget * skillShare));
  }

  #carry(reads: readonly SkillRead[]): void {
    this.total += tokensOf(reads) - tokensOf(this.#carried);
    this.#carried = reads;
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
    if (item.shortTokens === null || this.#shortened.has(item.id)) return;
    const before = this.#cost(item);
    this.#shortened.add(item.id);
    this.total -= before - this.#cost(item);
  }

  #dropTurn(): void {
    const next = this.#userFrom(this.#start + 1);
    for (const item of this.#items.slice(this.#start, next)) this.total -= this.#cost(item);
    this.#start = next;
    this.#carryAgain();
  }

  #leave(group: readonly HistoryItem[]): void {
    for (const item of group) {
      this.total -= this.#cost(item);
      this.#left.add(item.id);
    }
    this.#carryAgain();
  }
}

interface PlacedSkill extends SkillRead {
  readonly index: number;
}

function placedSkills(items: readonly HistoryItem[]): readonly PlacedSkill[] {
  const placed: PlacedSkill[] = [];
  // Every request goes through the whole history here, where a list for each message would count.
  items.forEach(({ id, skill, called }, index) => {
    if (skill !== undefined) placed.push({ id, index, ...skill });
    if (called !== undefined) for (const one of called) placed.push({ ...one, index });
  });
  return placed;
}

function tokensOf(reads: readonly SkillRead[]): number {
  return reads.reduce((sum, { tokens }) => sum + tokens, 0);
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
