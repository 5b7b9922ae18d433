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

export interface ChainCall<End extends { readonly outcome: ModelOutcome | null }> {
  /** The chosen model first, then those that stand in for it. */
  readonly chain: readonly [Model, ...Model[]];
  /** Asks one model; without an outcome the chain ends. */
  readonly ask: (model: Model, hasAlternative: boolean) => Promise<End>;
  /** One model failed and the next is asked. */
  readonly onSwitch: (failed: Model, error: ModelError, next: Model) => void;
}

export type AskChain = <End extends { readonly outcome: ModelOutcome | null }>(call: ChainCall<End>) => Promise<End>;

/** One for all chats of a home: which models failed lately counts for each of them. */
export function createChain(clock: Pick<Clock, "monotonic">): AskChain {
  const health = createModelHealth(clock);
  return (call) => askInTurn(call, health);
}

/**
 * Asks the models of a chain until one answers. A model that rests is passed over, unless all do. Nothing goes on to the
 * next model once text was shown.
 */
async function askInTurn<End extends { readonly outcome: ModelOutcome | null }>(
  call: ChainCall<End>,
  health: ModelHealth,
): Promise<End> {
  const awake = call.chain.filter((model) => !health.isResting(model.id));
  const [first, ...others] = isFilled(awake) ? awake : call.chain;
  let model = first;
  for (;;) {
    const end = await call.ask(model, others.length > 0);
    if (end.outcome === null) return end;
    health.note(model.id, end.outcome);
    const error = errorForAnother(end.outcome);
    const next = others.shift();
    if (next === undefined || error === null) return end;
    call.onSwitch(model, error, next);
    model = next;
  }
}

function isFilled(models: readonly Model[]): models is readonly [Model, ...Model[]] {
  return models.length > 0;
}

/** Why another model is asked; null where this outcome stands. */
function errorForAnother({ error, content }: ModelOutcome): ModelError | null {
  return error !== null && content === "" && passesOn.has(error.kind) ? error : null;
}
