import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { MessageError, Usage } from "../../src-preload/contract/records.ts";
import { ok, type Result } from "../../src-preload/contract/result.ts";
import type { BudgetState } from "../../src-preload/contract/usage.ts";
import type { Model, ModelOutcome } from "../models/model.ts";
import type { SwitchReason } from "../models/router.ts";
import { text } from "../words.ts";
import { type AgentDependencies, addUsage } from "./dependencies.ts";
import { type CallEnd, type CallScene, callModel } from "./model-call.ts";

/** What one request came to, whichever of the run's models answered. */
export type Asked =
  | {
      readonly kind: "answered";
      readonly outcome: ModelOutcome;
      readonly model: Model;
      /** Of every call that it took; null when none used anything. */
      readonly usage: Usage | null;
      /** What was used, on its way into the ledger. */
      readonly settling: Promise<Result<void, ContractError>>;
    }
  | { readonly kind: "over-budget"; readonly budget: BudgetState; readonly usage: Usage | null }
  | { readonly kind: "broken"; readonly error: ContractError };

/** Asks the run's models: the chosen one, then those that stand in for it. */
export async function askModel(deps: AgentDependencies, scene: Omit<CallScene, "hasAlternative">): Promise<Asked> {
  const { run } = scene;
  let usage: Usage | null = null;
  const lines: Promise<Result<void, ContractError>>[] = [];
  const ask = async (model: Model, hasAlternative: boolean): Promise<CallEnd & { readonly model: Model }> => {
    const end = await callWithin(deps, { ...scene, hasAlternative }, model, (made) => {
      usage = addUsage(usage, made.usage);
      lines.push(made.settling);
    });
    return { ...end, model };
  };
  const end = await run.chain.ask({
    ask,
    onSwitch(from, why, next) {
      const at = { sessionKey: run.session.key, runId: run.runId, from: from.id, to: next.id };
      deps.events.publish({ topic: "agent", type: "model-switched", ...at, reason: reasonOf(why) });
    },
  });
  switch (end.kind) {
    case "answered":
      return { kind: "answered", outcome: end.outcome, model: end.model, usage, settling: allSettled(lines) };
    case "over-budget":
      return { kind: "over-budget", budget: end.budget, usage };
    case "broken":
      return end;
  }
}

function reasonOf(why: SwitchReason): MessageError {
  return why.kind === "resting"
    ? { code: "resting", message: text("model.resting") }
    : { code: why.error.kind, message: why.error.userMessage };
}

async function allSettled(
  lines: readonly Promise<Result<void, ContractError>>[],
): Promise<Result<void, ContractError>> {
  const failed = (await Promise.all(lines)).find((line) => !line.ok);
  return failed ?? ok(undefined);
}

/** A provider that says "too long" is asked once more, with what that taught about its window. */
async function callWithin(
  deps: AgentDependencies,
  scene: CallScene,
  model: Model,
  made: (call: Extract<CallEnd, { kind: "answered" }>) => void,
): Promise<CallEnd> {
  const first = await callModel(deps, scene, model);
  if (first.kind === "answered") made(first);
  const error = first.outcome?.error;
  if (error?.kind !== "context_overflow" || first.outcome?.content !== "") return first;
  if (!scene.context.overflowed(model, error)) return first;
  const second = await callModel(deps, scene, model);
  if (second.kind === "answered") made(second);
  return second;
}
