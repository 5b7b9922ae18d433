import { contractError } from "../../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../../src-preload/contract/result.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import type { CallPurpose } from "../../../src-preload/contract/usage.ts";
import type { Model, ModelOutcome, ToolOffer } from "../../models/model.ts";
import { text } from "../../words.ts";
import type { AgentDependencies } from "../dependencies.ts";
import { estimatedUsage } from "./ledger-line.ts";
import { forecastOf, settle } from "./spending.ts";
import { createStopwatch } from "./stopwatch.ts";

/** A question to a model that no turn waits for. */
export interface BackgroundQuestion {
  readonly sessionKey: SessionKey;
  readonly settings: Settings;
  readonly purpose: CallPurpose;
  readonly model: Model;
  readonly system: string;
  readonly words: string;
  readonly tools: readonly ToolOffer[];
  /** Tokens of the answer. */
  readonly maxTokens: number;
}

const nowhere = { text: () => undefined, reasoning: () => undefined, retry: () => undefined };

/** Asks within the limits and counts it in the ledger. An answer that failed is a failure with the provider's reason. */
export async function askInBackground(
  deps: Pick<AgentDependencies, "events" | "host" | "ids" | "keys" | "meter" | "models">,
  question: BackgroundQuestion,
  signal: AbortSignal,
): AsyncResult<ModelOutcome> {
  const { models, meter, host } = deps;
  const { sessionKey, settings, model, maxTokens, purpose } = question;
  const messages = [models.systemPrompt(question.system), models.userText(question.words)];
  const offers = models.offers(question.tools);
  const facts = await models.facts(model.id);
  const tokens = messages.reduce((sum, one) => sum + one.tokens, 0) + models.tokensOf(offers.json);
  const parameters = { temperature: 0, maxTokens, reasoningEffort: settings.agents.defaults.reasoningEffort };
  const request = { messages, tools: offers, parameters, contextWindow: facts.contextWindow };
  const at = { sessionKey, runId: deps.ids.run() };
  const forecast = () => forecastOf(deps, model, { tokens, request });
  const admitted = await meter.admit({ ...at, settings, forecast, signal });
  if (!admitted.ok) return fail(meter.refusalError(admitted.error, text("run.stopped")));
  const stopwatch = createStopwatch(host, nowhere);
  let outcome: ModelOutcome;
  try {
    outcome = await model.complete(request, stopwatch.sink, signal);
  } catch (cause) {
    admitted.value.release();
    throw cause;
  }
  const counted = { ...outcome, usage: outcome.usage ?? estimatedUsage(outcome, tokens, models.tokensOf) };
  const made = { at, purpose, model, outcome: counted, times: stopwatch.times(), admission: admitted.value };
  const settled = await settle(deps, made);
  if (!settled.ok) return settled;
  if (outcome.error !== null) return fail(contractError("model", outcome.error.userMessage));
  return ok(deps.keys.redactAll(counted));
}
