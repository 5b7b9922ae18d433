import { createMessageAdapter } from "./adapt-messages.ts";
import type { Protocol, ProtocolOptions } from "./protocol.ts";
import { requestBody } from "./request-body.ts";

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
