import type { Usage } from "../../src-preload/contract/records.ts";
import type { TextKey } from "../words.ts";
import type { KeptItems } from "./kept-items.ts";

/** A message as it goes over the wire: JSON text, made once and kept, so that a request is a concatenation. */
export interface WireMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly json: string;
  /** Estimated tokens. */
  readonly tokens: number;
  /** What came with the calls of an assistant message, in their order, for the model alone that gave it. */
  readonly kept?: readonly (KeptItems | null)[];
}

/** A tool as a reply is read against it: names decide what is a call, the schema gives types to values in text. */
export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ToolOffers {
  readonly list: readonly ToolOffer[];
  /** The `tools` array of the request as JSON text; byte-stable as long as the list is. `[]` when there are none. */
  readonly json: string;
}

interface ModelParameters {
  readonly temperature: number;
  readonly maxTokens: number;
  readonly reasoningEffort: string | null;
}

export interface ModelRequest {
  readonly messages: readonly WireMessage[];
  readonly tools: ToolOffers;
  readonly parameters: ModelParameters;
  /** Known context window in tokens; null when nothing tells it. */
  readonly contextWindow: number | null;
  /** Another model stands by: it is asked rather than waited long for this one. */
  readonly hasAlternative?: boolean;
}

/** What comes in while the model answers. Called synchronously, often: keep it cheap. */
export interface ModelSink {
  text(delta: string): void;
  reasoning(delta: string): void;
  /** A passing failure; the same request goes out again after `delayMs`. */
  retry(attempt: number, delayMs: number, message: string): void;
}

export interface ParsedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Fields of the call that must go back with it, e.g. `extra_content`. */
  readonly roundTrip?: Readonly<Record<string, unknown>>;
}

export interface InvalidCall {
  readonly id?: string;
  readonly name: string;
  readonly rawArguments: string;
}

export type FinishReason = "stop" | "tool_calls" | "length" | "content_filter" | "error";

export const modelErrorKinds = [
  "auth",
  "quota",
  "permission",
  "not_found",
  "rate_limit",
  "overloaded",
  "context_overflow",
  "content_filter",
  "tool_format",
  "bad_request",
  "timeout",
  "conflict",
  "server",
  "network",
  "incomplete",
  "empty",
  "too_large",
  "protocol",
  "aborted",
] as const;
export type ModelErrorKind = (typeof modelErrorKinds)[number];

/** What the connection or the shape of an answer showed beyond the kind of the error. */
export type FailureSign =
  | "refused"
  | "unknown-host"
  | "no-network"
  | "certificate"
  | "self-signed"
  | "not-tls"
  /** True when the failure was the proxy's. */
  | "proxy"
  | "redirect"
  /** A page for people came, not an answer for programs. */
  | "page";

export interface ModelError {
  readonly kind: ModelErrorKind;
  readonly retryable: boolean;
  readonly sign?: FailureSign;
  /** HTTP status, where one came. */
  readonly status?: number;
  /** The words of the provider or of the machine alone; "" when there were none. Never holds a key. */
  readonly reason?: string;
  /** Fields of the request that were not taken, by their own names. */
  readonly refusedFields?: readonly string[];
  readonly retryAfterMs?: number;
  /** Tokens, when an overflow tells them. */
  readonly contextWindow?: number | null;
  readonly promptTokens?: number | null;
  /** What to do about it, where the reason alone tells that. */
  readonly nextStep?: string;
  /** One line for the person: what happened, the provider's reason, what to do. Never holds a key. */
  readonly userMessage: string;
}

/** One whole answer, whatever the wire looked like. */
export interface ModelOutcome {
  readonly content: string;
  readonly reasoning: string;
  readonly refusal?: string;
  readonly toolCalls: readonly ParsedCall[];
  readonly invalidToolCalls: readonly InvalidCall[];
  readonly finishReason: FinishReason;
  readonly usage: Usage | null;
  readonly error: ModelError | null;
  /** Tools that the endpoint refused during this call, and that were left out of it from then on. */
  readonly leftOut?: LeftOutTools;
  /** The endpoint taught during this call that it takes no tools at all; this answer and those after it came without. */
  readonly withoutTools?: WithoutTools;
}

export interface WithoutTools {
  /** The base address as shown in messages. */
  readonly endpoint: string;
  /** The provider's words. */
  readonly reason: string;
  /** What to do to have tools with it. */
  readonly advice: TextKey;
}

export interface LeftOutTools {
  readonly names: readonly string[];
  /** The provider's words for the last of them. */
  readonly reason: string;
}

/** One model of one provider, ready to be called. Never throws for what an endpoint does: that is in the outcome. */
export interface Model {
  /** As the user names it, e.g. `openai/gpt-5`. */
  readonly id: string;
  /** True for a model on this computer, which costs nothing. */
  readonly isLocal: boolean;
  complete(request: ModelRequest, sink: ModelSink, signal: AbortSignal): Promise<ModelOutcome>;
}
