import { OpenAI } from "openai/client";
import type { EndpointAnswer } from "./endpoint-answer.ts";
import type { Transport } from "./transport.ts";

/*
 * Imported where the first request is made: the library, and `Response`, which loads what is behind `fetch`, take longer
 * than the rest of a start.
 */

type PostOptions = NonNullable<Parameters<OpenAI["post"]>[1]>;

/** The client library over our own transport. */
export interface EndpointClient {
  /** Throws what the transport throws, possibly as the cause of the library's own error. */
  post(path: string, options: PostOptions): Promise<EndpointAnswer>;
}

/** What the library passes through unread. */
class PassedAnswer extends Response {
  readonly answer: EndpointAnswer;

  constructor(answer: EndpointAnswer) {
    super(null, { status: 200 });
    this.answer = answer;
  }
}

/**
 * The library gets nothing from the environment (no key, organisation or log level that was meant for another program), and
 * only the headers named in `allowed` leave the machine: it adds its own, which nobody asked to send.
 */
export function createClient(baseURL: string, transport: Transport, allowed: ReadonlySet<string>): EndpointClient {
  const library = new OpenAI({
    baseURL,
    // Required by the library; the real key goes with each request.
    apiKey: "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    fetch: createFetch(transport, allowed),
    maxRetries: 0,
    logLevel: "off",
    // Our own idle limit ends what hangs; the longest that a timer takes.
    timeout: 2_147_483_647,
  });
  return {
    async post(path, options) {
      const response = await library.post(path, options).asResponse();
      if (!(response instanceof PassedAnswer)) throw new TypeError("the transport gave a foreign answer");
      return response.answer;
    },
  };
}

/** The library's way to the wire: what it asks for, by our transport. */
function createFetch(transport: Transport, allowed: ReadonlySet<string>) {
  return async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    new PassedAnswer(
      await transport.send(new URL(url instanceof Request ? url.url : url), {
        headers: allowedHeaders(init.headers, allowed),
        body: typeof init.body === "string" ? init.body : null,
        signal: init.signal ?? new AbortController().signal,
      }),
    );
}

function allowedHeaders(given: RequestInit["headers"], allowed: ReadonlySet<string>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of new Headers(given)) if (allowed.has(name)) headers[name] = value;
  return headers;
}
