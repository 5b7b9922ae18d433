import type { OpenAI } from "openai/client";
import type { Transport } from "./transport.ts";

/** The part of the client library that is used. */
export type OpenAiClient = OpenAI;

/**
 * The client library, loaded on first use, over our own transport. It gets nothing from the environment (no key,
 * organisation or log level that was meant for another program), and only the headers named in `allowed` leave the
 * machine: the library adds its own, which nobody asked to send.
 */
export async function loadClient(
  baseURL: string,
  transport: Transport,
  allowed: ReadonlySet<string>,
): Promise<OpenAiClient> {
  const { OpenAI } = await import("openai/client");
  return new OpenAI({
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
}

/** The library's way to the wire: what it asks for, by our transport. */
function createFetch(transport: Transport, allowed: ReadonlySet<string>) {
  return (url: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    transport.send(new URL(url instanceof Request ? url.url : url), {
      headers: allowedHeaders(init.headers, allowed),
      body: typeof init.body === "string" ? init.body : null,
      signal: init.signal ?? new AbortController().signal,
    });
}

function allowedHeaders(given: RequestInit["headers"], allowed: ReadonlySet<string>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of new Headers(given)) if (allowed.has(name)) headers[name] = value;
  return headers;
}
