import { EndpointFailure } from "../../models/http/endpoint-answer.ts";
import type { Transport } from "../../models/http/transport.ts";
import { isObject, parseJson } from "../../models/json.ts";
import { readLimited } from "../../network/decode-body.ts";
import { listedModels } from "../window-fields.ts";

/** What answers where the list of models should be. */
export type SeenAnswer =
  | { readonly kind: "models"; readonly count: number }
  | { readonly kind: "asks-key"; readonly status: number }
  /** A page for people. */
  | { readonly kind: "page"; readonly status: number }
  | { readonly kind: "other"; readonly status: number }
  | { readonly kind: "nothing" };

export interface Sighting {
  /** The base address that was looked at. */
  readonly address: string;
  readonly answer: SeenAnswer;
}

export interface LookOptions {
  readonly transport: Transport;
  readonly headers: Readonly<Record<string, string>>;
  /** The query including its question mark, or "". */
  readonly search: string;
  readonly signal: AbortSignal;
}

const maxListBytes = 16 * 1024 * 1024;

/** Asks for the list of models under a base address; never throws for what comes back. */
export async function lookAt(address: string, options: LookOptions): Promise<Sighting> {
  const { transport, headers, search, signal } = options;
  try {
    const { stream } = await transport.send(new URL(`${address}/models${search}`), { headers, body: null, signal });
    return { address, answer: answerOf(200, await readLimited(stream, maxListBytes)) };
  } catch (thrown) {
    if (thrown instanceof EndpointFailure) return { address, answer: answerOf(thrown.status, thrown.body) };
    return { address, answer: { kind: "nothing" } };
  }
}

function answerOf(status: number, body: string): SeenAnswer {
  if (/^\s*</.test(body)) return { kind: "page", status };
  const wire = parseJson(body);
  if (status === 200 && (Array.isArray(wire) || (isObject(wire) && Array.isArray(wire["data"])))) {
    return { kind: "models", count: listedModels(wire).length };
  }
  return status === 401 || status === 403 ? { kind: "asks-key", status } : { kind: "other", status };
}
