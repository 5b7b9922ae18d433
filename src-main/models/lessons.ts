import type { Log } from "../host.ts";
import { learnQuirks } from "./learn-quirks.ts";
import type { LeftOutTools, ModelError, ModelOutcome, ToolOffers, WithoutTools } from "./model.ts";
import type { Quirks } from "./quirks.ts";
import { learnTools, mostToolLessons } from "./tools/learn-tools.ts";
import { toolAdvice } from "./tools/tool-advice.ts";

export interface LessonsOptions {
  readonly model: string;
  /** The name as shown in messages. */
  readonly endpoint: string;
  readonly quirks: Quirks;
  readonly log: Log;
}

/** What the refusals of one request teach about its endpoint, and what was left out of the request because of them. */
export class Lessons {
  readonly #options: LessonsOptions;
  /** The forms that were tried, each lesson's result after the one before it. */
  readonly #tried: Quirks[];
  #leftOut: LeftOutTools | undefined;
  #withoutTools: WithoutTools | undefined;
  #toolLessons = 0;

  constructor(options: LessonsOptions) {
    this.#options = options;
    this.#tried = [options.quirks];
  }

  /** What the next request has to look like; null where this refusal teaches nothing new. `offers`: what was sent. */
  learn(error: ModelError, offers: ToolOffers, quirks: Quirks): Quirks | null {
    return this.#learnTools(error, offers, quirks) ?? this.#learnQuirks(error, quirks);
  }

  get hasLearnt(): boolean {
    return this.#tried.length > 1 || this.#toolLessons > 0;
  }

  /** The form to go back to after a failure that no lesson helped against; null where there was none. */
  get unhelped(): Quirks | null {
    return this.#tried.length > 1 ? this.#options.quirks : null;
  }

  /** The outcome, with what was left out of its request. A lesson that did not help is forgotten, so nobody is told. */
  mark(outcome: ModelOutcome): ModelOutcome {
    return {
      ...outcome,
      ...(this.#leftOut === undefined ? {} : { leftOut: this.#leftOut }),
      ...(this.#withoutTools === undefined || outcome.error !== null ? {} : { withoutTools: this.#withoutTools }),
    };
  }

  #learnTools(error: ModelError, offers: ToolOffers, quirks: Quirks): Quirks | null {
    const taught = this.#toolLessons < mostToolLessons ? learnTools(error, offers, quirks) : null;
    if (taught === null) return null;
    const { log, model } = this.#options;
    log("info", "the endpoint refused tools", { model, tools: taught.leftOut });
    const names = [...(this.#leftOut?.names ?? []), ...taught.leftOut];
    if (names.length > 0) this.#leftOut = { names, reason: error.reason ?? "" };
    this.#toolLessons++;
    this.#tried[this.#tried.length - 1] = taught.quirks;
    return taught.quirks;
  }

  #learnQuirks(error: ModelError, quirks: Quirks): Quirks | null {
    const learned = learnQuirks(error, this.#tried);
    if (learned === null) return null;
    const { log, model, endpoint } = this.#options;
    log("info", "the endpoint refused a request and taught something", { model });
    const { reason = "" } = error;
    if (quirks.takesTools && !learned.takesTools) this.#withoutTools = { endpoint, reason, advice: toolAdvice(reason) };
    this.#tried.push(learned);
    return learned;
  }
}
