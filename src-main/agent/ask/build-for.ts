import type { Settings } from "../../../src-preload/contract/settings.ts";
import type { BuiltRequest } from "../built-request.ts";
import type { AskParts, Call } from "./asked.ts";

/** Tokens: the smallest window that is in use has 4,096, a quarter of it for the answer. */
const fitsEverywhere = 2800;

interface BuildParts extends Pick<AskParts, "context"> {
  readonly deps: Pick<AskParts["deps"], "models">;
}

/**
 * The request of a call for the window of its model. One that would fit into every window goes out without asking how
 * large this one is, unless it has to be paid from a limit in money and nothing tells its price yet: the provider's list may.
 */
export async function buildFor(
  { deps: { models }, context }: BuildParts,
  { run, options, model }: Pick<Call, "run" | "options" | "model">,
): Promise<BuiltRequest> {
  const known = await models.facts(model.id);
  const built = await context.build(run, { ...options, model, facts: known });
  const isBlind = hasMoneyLimit(run.settings) && models.priceOf(model.id) === null;
  if (known.source !== "default" || (built.tokens <= fitsEverywhere && !isBlind)) return built;
  const facts = await models.facts(model.id, true);
  return context.build(run, { ...options, model, facts });
}

function hasMoneyLimit({ budgets }: Settings): boolean {
  return [budgets.run, budgets.chat, budgets.day, budgets.month].some(({ money }) => money !== null);
}
