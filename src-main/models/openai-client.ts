import OpenAI, { APIConnectionError } from "openai";
import { readWhole } from "../network/decode-body.ts";
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
  const fetch = async (target: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(target instanceof Request ? target.url : target);
    url.search = query;
    const signal = init?.signal ?? new AbortController().signal;
    const { body, own } = await bodyOf(init?.body);
    const { stream } = await transport.send(url, { headers: { ...headers, ...own }, body, signal });
    const text = await readWhole(stream, mostBytes, signal);
    // What is no JSON, or deeper than any honest one, is handed on as the text that it is.
    const type = parseJson(text) === undefined ? "text/plain" : "application/json";
    return new Response(text, { headers: { "content-type": type } });
  };
  return new OpenAI({
    baseURL: address,
    apiKey: "in the headers",
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: "off",
    // With its `Response` the client knows that files can be sent; without, it asks for an address to find out.
    fetch: Object.assign(fetch, { Response }),
  });
}

interface SentBody {
  readonly body: string | Uint8Array | null;
  /** What it needs beside our own headers. */
  readonly own: Readonly<Record<string, string>>;
}

/** A form with files becomes the bytes that a browser would send for it. */
async function bodyOf(given: RequestInit["body"]): Promise<SentBody> {
  if (typeof given === "string") return { body: given, own: {} };
  if (!(given instanceof FormData)) return { body: null, own: {} };
  const form = new Response(given);
  const type = form.headers.get("content-type") ?? "multipart/form-data";
  return { body: new Uint8Array(await form.arrayBuffer()), own: { "content-type": type } };
}

/** What our transport threw, out of the client's wrapping. */
export function causeOf(thrown: unknown): unknown {
  return thrown instanceof APIConnectionError && thrown.cause !== undefined ? thrown.cause : thrown;
}
