import { createMessageAdapter } from "../adapt-messages.ts";
import type { Protocol, ProtocolOptions } from "../protocol.ts";
import { createEventReader } from "./events.ts";
import { createItemWriter } from "./items.ts";
import { createBodyWriter } from "./request.ts";

/**
 * OpenAI's Responses API (its reference: developers.openai.com/api/reference/responses), without anything kept on the
 * other side: each request has the whole conversation.
 */
export function createResponses(options: ProtocolOptions): Protocol {
  const { address, modelName, quirks } = options;
  const from = `${address} ${modelName}`;
  // Fields that only chat completions have are not written here, so that nothing has to be taken out of them.
  const adapt = createMessageAdapter({ ...quirks, reasoningBack: "with-calls", sendsCallExtras: true });
  const write = createItemWriter(from, quirks.returnsReasoning);
  const bodyOf = createBodyWriter(options);
  return {
    path: "/responses",
    body: (request) => bodyOf(write(adapt(request.messages)), request),
    createReader: () => createEventReader(from),
  };
}
