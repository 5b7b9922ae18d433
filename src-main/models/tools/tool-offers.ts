import type { ChatCompletionFunctionTool } from "openai/resources/chat/completions";
import type { ToolOffer, ToolOffers } from "../model.ts";

export const noTools: ToolOffers = { list: [], json: "[]" };

/** Tools as a request carries them. The JSON is the same text whenever the list is. */
export function toolOffersOf(list: readonly ToolOffer[]): ToolOffers {
  if (list.length === 0) return noTools;
  const functions: ChatCompletionFunctionTool[] = list.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));
  return { list, json: JSON.stringify(functions) };
}
