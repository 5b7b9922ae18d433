import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionChunk,
  ChatCompletionCreateParamsBase,
} from "openai/resources/chat/completions";
import type { CompletionUsage } from "openai/resources/completions";
import type { Model } from "openai/resources/models";
import type {
  Response,
  ResponseCreateParamsBase,
  ResponseFunctionToolCall,
  ResponseReasoningItem,
  ResponseStreamEvent,
  ResponseUsage,
} from "openai/resources/responses/responses";

/*
 * What goes over the wire, by the types of the reference (the `openai` package), and what other providers add to it. Types
 * alone: nothing of the package is loaded for a chat.
 */

/** An object of the reference as an endpoint may really send it: every field may be missing or of any type. */
export type Unsure<Of> = { readonly [Field in FieldOf<Of>]?: unknown };
/** Distributes over unions. */
type FieldOf<Of> = Of extends unknown ? keyof Of : never;

/** DeepSeek and others have the thoughts of an earlier answer sent back in this field. */
export interface AssistantParam extends ChatCompletionAssistantMessageParam {
  reasoning_content?: string;
}

/** Effort is a word of the model's own: providers have more of them than the reference. */
export interface ChatParams extends Omit<ChatCompletionCreateParamsBase, "reasoning_effort"> {
  reasoning_effort?: string;
}

export interface ResponseParams extends Omit<ResponseCreateParamsBase, "reasoning" | "input"> {
  reasoning?: { effort?: string; summary?: "auto" };
}

/** Errors that come in place of a chunk, or with it (`base_resp`: MiniMax). */
interface ErrorFields {
  error: unknown;
  base_resp: unknown;
  message: unknown;
  detail: unknown;
}
export type WireChunk = Unsure<ChatCompletionChunk | ErrorFields>;

interface ChoiceFields {
  message: unknown;
  text: unknown;
  usage: unknown;
  error: unknown;
}
export type WireChoice = Unsure<ChatCompletionChunk.Choice | ChoiceFields>;

/** The names under which providers send thoughts. */
interface ThoughtFields {
  reasoning_content: unknown;
  reasoning: unknown;
  reasoning_text: unknown;
  thinking: unknown;
  reasoning_details: unknown;
}
/** A delta, or a whole message. */
export type WireDelta = Unsure<ChatCompletionChunk.Choice.Delta | ThoughtFields>;

/** A call whose name and arguments stand outside of `function`, and what Gemini wants back with it. */
interface CallFields {
  name: unknown;
  arguments: unknown;
  parameters: unknown;
  extra_content: unknown;
}
export type WireCall = Unsure<ChatCompletionChunk.Choice.Delta.ToolCall | CallFields>;
export type WireFunction = Unsure<ChatCompletionChunk.Choice.Delta.ToolCall.Function | CallFields>;

/** Counts and charges as other providers name them. */
interface UsageFields {
  prompt_cache_hit_tokens: unknown;
  cached_tokens: unknown;
  cache_read_input_tokens: unknown;
  cache_creation_input_tokens: unknown;
  cache_write_tokens: unknown;
  reasoning_tokens: unknown;
  cost: unknown;
  total_cost: unknown;
  estimated_cost: unknown;
  cost_in_usd_ticks: unknown;
  cost_details: unknown;
  is_byok: unknown;
}
export type WireUsage = Unsure<CompletionUsage | ResponseUsage | UsageFields>;

interface TokenDetailFields {
  cache_write_tokens: unknown;
  cache_creation_tokens: unknown;
  cached_creation_tokens: unknown;
  upstream_inference_cost: unknown;
  total_cost: unknown;
}
export type WireTokenDetails = Unsure<
  CompletionUsage.PromptTokensDetails | CompletionUsage.CompletionTokensDetails | TokenDetailFields
>;

export type WireResponse = Unsure<Response>;
/** An event of the Responses API. */
export type WireEvent = Unsure<ResponseStreamEvent | ErrorFields>;
/** `phase`: whether these are words on the way or the answer. */
export type WireItem = Unsure<ResponseFunctionToolCall | ResponseReasoningItem | { phase: unknown }>;

/** An entry of a list of models: what it is called. What else lists tell is in `providers/`. */
export type WireModel = Unsure<Model | { name: unknown; active: unknown; parent: unknown }>;
