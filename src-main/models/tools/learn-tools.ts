import type { ModelError, ModelOutcome, ToolOffers } from "../model.ts";
import type { Quirks } from "../quirks.ts";
import { refusalKey } from "./fit-offers.ts";
import { ownNames } from "./property-names.ts";
import { readToolRefusal } from "./tool-refusal.ts";

/** One refusal names one tool: so many may be wrong before the refusal of a request stands. */
export const mostToolLessons = 32;

export interface ToolLesson {
  readonly quirks: Quirks;
  /** Names of tools that are left out because of it. */
  readonly leftOut: readonly string[];
}

/** What a refused request teaches about its tools; null where nothing can be learnt. `sent`: as they were sent. */
export function learnTools(error: ModelError, sent: ToolOffers, quirks: Quirks): ToolLesson | null {
  if (!quirks.takesTools) return null;
  const refusal = readToolRefusal(error, sent.list);
  switch (refusal?.kind) {
    case undefined:
      return null;
    case "count":
      return {
        quirks: { ...quirks, mostTools: refusal.most },
        leftOut: sent.list.slice(refusal.most).map(({ name }) => name),
      };
    case "description":
      return { quirks: { ...quirks, mostDescriptionChars: refusal.most }, leftOut: [] };
    case "tool": {
      const keys = sent.list.filter(({ name }) => name === refusal.name).map(refusalKey);
      return { quirks: { ...quirks, refusedTools: [...quirks.refusedTools, ...keys] }, leftOut: [refusal.name] };
    }
  }
}

/** An answer with the arguments of its calls named as the tools name them. */
export function restoreNames(outcome: ModelOutcome, offers: ToolOffers): ModelOutcome {
  if (outcome.toolCalls.length === 0) return outcome;
  const toolCalls = outcome.toolCalls.map((call) => {
    const offer = offers.list.find(({ name }) => name === call.name);
    return offer === undefined ? call : { ...call, arguments: ownNames(call.arguments, offer.parameters) };
  });
  return { ...outcome, toolCalls };
}
