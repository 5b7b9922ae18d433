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
  /** It failed three times in a row and is left alone for a minute. */
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

interface Answerable {
  readonly outcome: ModelOutcome | null;
}

export interface ChainCall<End extends Answerable> {
  /** Asks one model; without an outcome the chain ends. */
  readonly ask: (model: Model, hasAlternative: boolean) => Promise<End>;
  /** The next model is asked in place of one of the chain. */
  readonly onSwitch: (from: Model, reason: SwitchReason, next: Model) => void;
}

/**
 * The models of one run. The one that was asked last is where the next call begins: what failed before it is not asked
 * again in this run, and is told once.
 */
export interface RunChain {
  ask<End extends Answerable>(call: ChainCall<End>): Promise<End>;
}

type Models = readonly [Model, ...Model[]];

/** The chosen model first, then those that stand in for it. */
export type OpenChain = (models: Models) => RunChain;

/** One for all chats of a home: which models failed lately counts for each of them. */
export function createChains(clock: Pick<Clock, "monotonic">): OpenChain {
  const health = createModelHealth(clock);
  return (models) => {
    let left = models;
    return {
      ask: (call) =>
        askInTurn(call, left, {
          health,
          onAsked(model) {
            const rest = left.slice(left.indexOf(model));
            if (isFilled(rest)) left = rest;
          },
        }),
    };
  };
}

interface ChainState {
  readonly health: ModelHealth;
  readonly onAsked: (model: Model) => void;
}

/**
 * Asks the models of a chain until one answers. A model that rests is passed over, unless all do. Nothing goes on to the
 * next model once text was shown.
 */
async function askInTurn<End extends Answerable>(
  call: ChainCall<End>,
  models: Models,
  { health, onAsked }: ChainState,
): Promise<End> {
  const awake = models.filter((model) => !health.isResting(model.id));
  const [first, ...others] = isFilled(awake) ? awake : models;
  const tellRests = (after: Model | null, next: Model): void => {
    const from = after === null ? 0 : models.indexOf(after) + 1;
    for (const passed of models.slice(from, models.indexOf(next))) call.onSwitch(passed, { kind: "resting" }, next);
  };
  let model = first;
  tellRests(null, model);
  for (;;) {
    onAsked(model);
    const end = await call.ask(model, others.length > 0);
    if (end.outcome === null) return end;
    health.note(model.id, end.outcome);
    const error = errorForAnother(end.outcome);
    const next = others.shift();
    if (next === undefined || error === null) return end;
    tellRests(model, next);
    call.onSwitch(model, { kind: "failed", error }, next);
    model = next;
  }
}

function isFilled(models: readonly Model[]): models is Models {
  return models.length > 0;
}

/** Why another model is asked; null where this outcome stands. */
function errorForAnother({ error, content }: ModelOutcome): ModelError | null {
  return error !== null && content === "" && passesOn.has(error.kind) ? error : null;
}
