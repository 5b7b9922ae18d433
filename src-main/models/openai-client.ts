import OpenAI, { APIConnectionError } from "openai";
import { readWhole } from "./http/decode-body.ts";
import type { Transport } from "./http/transport.ts";
import { parseJson } from "./json.ts";

/*
 * The reference client, for what is no chat. Loading it takes longer than a whole start of the command: it is imported
 * where a person waits for an answer of this kind, and never on the way of a message.
 */

export interface ClientOptions {
  /** The base address, without a query. */
  readonly address: string;
  /** Goes with every request; "" for none. */
  readonly query: string;
  /** All that are sent: none of the client's own leaves the machine. */
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: Transport;
  /** The longest answer that is read, in bytes. */
  readonly mostBytes: number;
}

/** A client that asks once, over our own transport, and takes nothing from the environment. */
export function createOpenAiClient({ address, query, headers, transport, mostBytes }: ClientOptions): OpenAI {
  return new OpenAI({
    baseURL: address,
    apiKey: "in the headers",
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: "off",
    async fetch(target, init) {
      const url = new URL(target instanceof Request ? target.url : target);
      url.search = query;
      const signal = init?.signal ?? new AbortController().signal;
      const body = typeof init?.body === "string" ? init.body : null;
      const { stream } = await transport.send(url, { headers, body, signal });
      const text = await readWhole(stream, mostBytes, signal);
      // What is no JSON, or deeper than any honest one, is handed on as the text that it is.
      const type = parseJson(text) === undefined ? "text/plain" : "application/json";
      return new Response(text, { headers: { "content-type": type } });
    },
  });
}

/** What our transport threw, out of the client's wrapping. */
export function causeOf(thrown: unknown): unknown {
  return thrown instanceof APIConnectionError && thrown.cause !== undefined ? thrown.cause : thrown;
}
