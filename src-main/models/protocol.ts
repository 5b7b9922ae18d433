import type { ModelRequest } from "./model.ts";
import type { Quirks } from "./quirks.ts";

/** Turns what came of one answer, piece by piece, into chunks as chat completions have them. */
export type AnswerReader = (wire: unknown) => readonly unknown[];

/** How an endpoint is spoken to. Whatever it is, an answer is read by the rules of chat completions. */
export interface Protocol {
  /** Behind the base address. */
  readonly path: string;
  /** The request as JSON text. */
  body(request: ModelRequest): string;
  /** A new one for each answer; null where its chunks are what the rules read already. */
  createReader(): AnswerReader | null;
}

export interface ProtocolOptions {
  readonly modelName: string;
  /** As `addressOfBase` writes it. */
  readonly address: string;
  readonly quirks: Quirks;
  readonly isStream: boolean;
}
