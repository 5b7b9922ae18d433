import type { Usage } from "../../../src-preload/contract/records.ts";
import type { ModelError, ModelSink, ToolOffers } from "../model.ts";
import type { WireFinish } from "./finish-words.ts";

/** How the bytes of an answer ended. */
export type AnswerEnd =
  | { readonly kind: "done" }
  | { readonly kind: "closed" }
  /** The connection broke, nothing came for too long, or the caller gave up. */
  | { readonly kind: "broken"; readonly error: ModelError };

export interface AnswerOptions {
  readonly tools: ToolOffers;
  readonly sink: ModelSink;
  /** Known window in tokens, to tell an overflow from an empty answer. */
  readonly contextWindow: number | null;
  readonly makeCallId: () => string;
  /** Reads an error that came inside the answer. */
  readonly classify: (wire: unknown) => ModelError;
  /** Sentences for what the answer itself shows. */
  readonly failure: (kind: AnswerFailure, usage: Usage | null) => ModelError;
}

export type AnswerFailure =
  | "incomplete"
  | "empty"
  | "context_overflow"
  | "overloaded"
  | "tool_format"
  | "server"
  | "endless";

/** What the chunks said, before it is read as an outcome. */
export interface CollectedAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  readonly finish: WireFinish | null;
  readonly usage: Usage | null;
  readonly error: ModelError | null;
  /** A message came as one, and not in pieces. */
  readonly hasMessage: boolean;
}
