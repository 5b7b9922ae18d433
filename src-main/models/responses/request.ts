import type { FunctionTool } from "openai/resources/responses/responses";
import type { ModelRequest, ToolOffers } from "../model.ts";
import type { ProtocolOptions } from "../protocol.ts";
import type { ResponseParams } from "../wire-types.ts";

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

  function reasoning(effort: string | null): Pick<ResponseParams, "reasoning"> {
    if (!quirks.sendsReasoningEffort) return {};
    const asked = {
      ...(effort === null ? {} : { effort }),
      ...(quirks.asksSummary ? { summary: "auto" as const } : {}),
    };
    return Object.keys(asked).length === 0 ? {} : { reasoning: asked };
  }

  return (input, { parameters, tools }) => {
    const offered = quirks.takesTools && tools.list.length > 0 ? `,"tools":${toolsOf(tools)}` : "";
    const most = Math.max(leastOutputTokens, parameters.maxTokens);
    const rest: Partial<ResponseParams> = {
      ...(quirks.sendsTemperature ? { temperature: parameters.temperature } : {}),
      ...(quirks.maxTokensField === "none" ? {} : { max_output_tokens: most }),
      ...reasoning(parameters.reasoningEffort),
      ...(quirks.returnsReasoning ? { include: ["reasoning.encrypted_content"] } : {}),
      store: false,
      stream: isStream,
    };
    return `{"model":${JSON.stringify(modelName)},"input":[${input}]${offered},${JSON.stringify(rest).slice(1)}`;
  };
}

/** Strict is what the API takes where nothing is said, and it refuses schemas that leave a field to choice. */
function flatTools({ list }: ToolOffers): string {
  const tools: FunctionTool[] = list.map(({ name, description, parameters }) => ({
    type: "function",
    name,
    description,
    parameters,
    strict: false,
  }));
  return JSON.stringify(tools);
}
