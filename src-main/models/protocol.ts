import { createMessageAdapter } from "./adapt-messages.ts";
import type { ModelRequest } from "./model.ts";
import type { Quirks } from "./quirks.ts";
import { requestBody } from "./request-body.ts";

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

/** What most endpoints speak is at hand; the other way is loaded where a model asks for it. */
export function openProtocol(options: ProtocolOptions): Protocol | Promise<Protocol> {
  if (options.quirks.api === "chat") return chatCompletions(options);
  return import("./responses/responses.ts").then(({ createResponses }) => createResponses(options));
}

function chatCompletions(options: ProtocolOptions): Protocol {
  const adapt = createMessageAdapter(options.quirks);
  return {
    path: "/chat/completions",
    body: (request) => requestBody(adapt(request.messages), request, options),
    createReader: () => null,
  };
}
