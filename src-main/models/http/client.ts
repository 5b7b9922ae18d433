import type { OpenAI } from "openai/client";

/** The part of the client library that is used. */
export type OpenAiClient = OpenAI;

type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * The client library, loaded on first use. It gets nothing from the environment: no key, organisation or log level
 * that was meant for another program.
 */
export async function loadClient(baseURL: string, fetch: Fetch): Promise<OpenAiClient> {
  const { OpenAI } = await import("openai/client");
  return new OpenAI({
    baseURL,
    // Required by the library; the real key goes with each request.
    apiKey: "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    fetch,
    maxRetries: 0,
    logLevel: "off",
    // Our own idle limit ends what hangs; the longest that a timer takes.
    timeout: 2_147_483_647,
  });
}
