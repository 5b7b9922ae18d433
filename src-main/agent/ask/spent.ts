import type { ContractError } from "../../../src-preload/contract/errors.ts";
import type { Usage } from "../../../src-preload/contract/records.ts";
import { ok, type Result } from "../../../src-preload/contract/result.ts";

export type Stored = Result<void, ContractError>;

/** What a turn has used until now, and the sub-agents that work for it. */
export class Spent {
  /** Of tokens, its sub-agents' among them; null: none of its own. */
  readonly #limit: number | null;
  readonly #above: Spent | null;
  #usage: Usage | null = null;
  #tokens = 0;
  #last = 0;
  #lines: Promise<Stored>[] = [];

  /** `above`: of the run that it works for. */
  constructor(limit: number | null = null, above: Spent | null = null) {
    this.#limit = limit;
    this.#above = above;
  }

  /**
   * The limit that another call would pass, its own or that of the run it works for; null: there is none. A call takes about as
   * much as the last one and hardly ever less.
   */
  get usedUp(): number | null {
    return this.#passedBy(this.#last);
  }

  #passedBy(more: number): number | null {
    if (this.#limit !== null && this.#tokens + more > this.#limit) return this.#limit;
    return this.#above === null ? null : this.#above.#passedBy(more);
  }

  /** Null when nothing used anything. */
  get usage(): Usage | null {
    return this.#usage;
  }

  /** `stored`: resolves when its ledger line is on the disk. */
  add(usage: Usage | null, stored: Promise<Stored>): void {
    this.#usage = addUsage(this.#usage, usage);
    this.#last = usage?.totalTokens ?? this.#last;
    this.#count(usage?.totalTokens ?? 0);
    this.#lines.push(stored);
  }

  #count(tokens: number): void {
    this.#tokens += tokens;
    if (this.#above !== null) this.#above.#count(tokens);
  }

  /** Resolves when all that was added is in the ledger; fails with the first line that is not. */
  async stored(): Promise<Stored> {
    const lines = this.#lines;
    this.#lines = [];
    const failed = (await Promise.all(lines)).find((line) => !line.ok);
    return failed ?? ok(undefined);
  }
}

function addUsage(sum: Usage | null, more: Usage | null): Usage | null {
  if (sum === null || more === null) return sum ?? more;
  const cached = (sum.cachedTokens ?? 0) + (more.cachedTokens ?? 0);
  const written = (sum.cacheWriteTokens ?? 0) + (more.cacheWriteTokens ?? 0);
  const reasoning = (sum.reasoningTokens ?? 0) + (more.reasoningTokens ?? 0);
  return {
    promptTokens: sum.promptTokens + more.promptTokens,
    completionTokens: sum.completionTokens + more.completionTokens,
    totalTokens: sum.totalTokens + more.totalTokens,
    ...(cached === 0 ? {} : { cachedTokens: cached }),
    ...(written === 0 ? {} : { cacheWriteTokens: written }),
    ...(reasoning === 0 ? {} : { reasoningTokens: reasoning }),
    // A part of a cost is none.
    ...(sum.cost === undefined || more.cost === undefined ? {} : { cost: sum.cost + more.cost }),
    ...(sum.estimated === true || more.estimated === true ? { estimated: true } : {}),
  };
}
