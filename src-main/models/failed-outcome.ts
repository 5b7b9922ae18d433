import type { ModelError, ModelOutcome } from "./model.ts";

/** The outcome of a request that returned nothing but an error. */
export function failedOutcome(error: ModelError): ModelOutcome {
  return {
    content: "",
    reasoning: "",
    toolCalls: [],
    invalidToolCalls: [],
    finishReason: "error",
    usage: null,
    error,
  };
}
