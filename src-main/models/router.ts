import type { Clock } from "../host.ts";
import type { Model, ModelError, ModelErrorKind, ModelOutcome } from "./model.ts";

/** Another model may do better; for everything else it would only hide what is wrong. */
const passesOn: ReadonlySet<ModelErrorKind> = new Set([
  "timeout",
  "rate_limit",
  "overloaded",
  "server",
  "network",
  "auth",
  "quota",
]);

const failuresBeforeRest = 3;
const restMs = 60_000;

/** Which models failed lately. */
interface ModelHealth {
  /** True for a minute after a model failed three times in a row. */
  isResting(modelId: string): boolean;
  note(modelId: string, outcome: ModelOutcome): void;
}

function createModelHealth(clock: Pick<Clock, "monotonic">): ModelHealth {
  const failures = new Map<string, { count: number; restsUntil: number }>();
  return {
    isResting: (modelId) => (failures.get(modelId)?.restsUntil ?? 0) > clock.monotonic(),
    note(modelId, { error }) {
      if (error === null) failures.delete(modelId);
      if (error === null || !passesOn.has(error.kind)) return;
      const count = (failures.get(modelId)?.count ?? 0) + 1;
      const restsUntil = count >= failuresBeforeRest ? clock.monotonic() + restMs : 0;
      failures.set(modelId, { count, restsUntil });
    },
  };
}

/** Why the next model is asked: this one failed just now, or is left alone for a minute. */
export type SwitchReason = { readonly kind: "failed"; readonly error: ModelError } | { readonly kind: "resting" };

/** A model of the chain whose turn it is to be asked. */
export interface ChainStep {
  readonly model: Model;
  /** Whether another one stands by. */
  readonly hasAlternative: boolean;
  /** Models in whose place this one is asked, and why. */
  readonly instead: readonly { readonly from: Model; readonly reason: SwitchReason }[];
}

/**
 * The models of one run. The one that was asked last is where the next request begins: what failed before it is not asked
 * again in this run, and is told once.
 */
export interface RunChain {
  /** Whom to ask first: a model that rests is passed over, unless all do. */
  begin(): ChainStep;
  /** Notes how a model answered. Whom to ask in its place; null where its outcome stands. */
  after(asked: Model, outcome: ModelOutcome): ChainStep | null;
}

type Models = readonly [Model, ...Model[]];

/** The chosen model first, then those that stand in for it. */
export type OpenChain = (models: Models) => RunChain;

/** One for all chats of a home: which models failed lately counts for each of them. */
export function createChains(clock: Pick<Clock, "monotonic">): OpenChain {
  const health = createModelHealth(clock);
  return (models) => new Chain(models, health);
}

class Chain implements RunChain {
  readonly #health: ModelHealth;
  /** From the one that was asked last on. */
  #left: Models;
  /** The models that this request has not tried yet. */
  #others: readonly Model[] = [];

  constructor(models: Models, health: ModelHealth) {
    this.#left = models;
    this.#health = health;
  }

  begin(): ChainStep {
    const awake = this.#left.filter((model) => !this.#health.isResting(model.id));
    const [model, ...others] = isFilled(awake) ? awake : this.#left;
    this.#others = others;
    return this.#step(model, this.#passedBefore(model));
  }

  /** Nothing goes on to the next model once text was shown. */
  after(asked: Model, outcome: ModelOutcome): ChainStep | null {
    this.#health.note(asked.id, outcome);
    const error = errorForAnother(outcome);
    const [next, ...others] = this.#others;
    if (next === undefined || error === null) return null;
    this.#others = others;
    const [, ...passed] = this.#passedBefore(next);
    return this.#step(next, [...passed, { from: asked, reason: { kind: "failed", error } }]);
  }

  #step(model: Model, instead: ChainStep["instead"]): ChainStep {
    const left = this.#left.slice(this.#left.indexOf(model));
    if (isFilled(left)) this.#left = left;
    return { model, hasAlternative: this.#others.length > 0, instead };
  }

  #passedBefore(model: Model): ChainStep["instead"] {
    const passed = this.#left.slice(0, this.#left.indexOf(model));
    return passed.map((from) => ({ from, reason: { kind: "resting" } }));
  }
}

function isFilled(models: readonly Model[]): models is Models {
  return models.length > 0;
}

/** Why another model is asked; null where this outcome stands. */
function errorForAnother({ error, content }: ModelOutcome): ModelError | null {
  return error !== null && content === "" && passesOn.has(error.kind) ? error : null;
}
