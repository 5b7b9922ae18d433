import type { ModelRequest, ToolOffers } from "../model.ts";
import type { ProtocolOptions } from "../protocol.ts";

/** The least that the API takes for the length of an answer. */
const leastOutputTokens = 16;

/** Writes requests as JSON text; `input` is the text of the items, with commas between. */
export type BodyWriter = (input: string, request: ModelRequest) => string;

/** The tools are translated once for each list of them. */
export function createBodyWriter({ modelName, quirks, isStream }: ProtocolOptions): BodyWriter {
  const known = new WeakMap<ToolOffers, string>();

  function toolsOf(offers: ToolOffers): string {
    const before = known.get(offers);
    if (before !== undefined) return before;
    const now = flatTools(offers);
    known.set(offers, now);
    return now;
  }

  function reasoning(effort: string | null): string {
    if (!quirks.sendsReasoningEffort) return "";
    const asked = { ...(effort === null ? {} : { effort }), ...(quirks.asksSummary ? { summary: "auto" } : {}) };
    return Object.keys(asked).length === 0 ? "" : `,"reasoning":${JSON.stringify(asked)}`;
  }

  return (input, { parameters, tools }) => {
    let body = `{"model":${JSON.stringify(modelName)},"input":[${input}]`;
    if (quirks.takesTools && tools.list.length > 0) body += `,"tools":${toolsOf(tools)}`;
    if (quirks.sendsTemperature) body += `,"temperature":${JSON.stringify(parameters.temperature)}`;
    if (quirks.maxTokensField !== "none") {
      body += `,"max_output_tokens":${Math.max(leastOutputTokens, parameters.maxTokens)}`;
    }
    body += reasoning(parameters.reasoningEffort);
    if (quirks.returnsReasoning) body += ',"include":["reasoning.encrypted_content"]';
    return `${body},"store":false,"stream":${isStream}}`;
  };
}

/** Strict is what the API takes where nothing is said, and it refuses schemas that leave a field to choice. */
function flatTools({ list }: ToolOffers): string {
  return JSON.stringify(
    list.map(({ name, description, parameters }) => ({
      type: "function",
      name,
      description,
      parameters,
      strict: false,
    })),
  );
}
