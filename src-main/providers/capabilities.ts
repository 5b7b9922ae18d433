import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Clock, Log } from "../host.ts";
import { addressOfBase, keyHeader } from "../models/addresses.ts";
import { requestError } from "../models/errors/connection-error.ts";
import { type ErrorContext, sentence, simpleError, wireError } from "../models/errors/model-errors.ts";
import { createTransport, type Transport } from "../models/http/transport.ts";
import { isObject, parseJson } from "../models/json.ts";
import type { ModelError } from "../models/model.ts";
import type { Quirks } from "../models/quirks.ts";
import { readWhole } from "../network/decode-body.ts";
import type { Network } from "../network/network.ts";
import { type ListedModel, listedModel } from "./listed-model.ts";
import {
  type ListedEntryLimits,
  listedLimits,
  listedModels,
  type ModelLimits,
  modelIdOf,
  type NativeAnswers,
  nativeLimits,
} from "./window-fields.ts";

/** What an endpoint tells of its models. */
export interface Capabilities extends ModelLimits {
  readonly modelIds: readonly string[];
  /** The same models with all that the list tells of each. */
  readonly models: readonly ListedModel[];
}

export interface DiscoverOptions {
  readonly id: string;
  readonly modelName: string;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly keyHeader: Quirks["keyHeader"];
  readonly extraHeaders: Readonly<Record<string, string>>;
  /** Ask the endpoints that local servers have beside `/v1` where the list tells no window. */
  readonly asksNative: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** The way there; straight on where it is left out. */
  readonly network?: Network;
  /** Ends every question. */
  readonly timeoutMs: number;
  /** A person waits for the list: it is asked with the reference client, whose loading no turn should pay. */
  readonly isAskedByPerson?: boolean;
}

/** The longest list of a gateway has about one. */
const maxListBytes = 4 * 1024 * 1024;

/** The models of an endpoint, and the limits of one of them as it is served now (rule 12 of the provider cases). */
export async function discoverCapabilities(
  options: DiscoverOptions,
  signal: AbortSignal,
): Promise<Result<Capabilities, ModelError>> {
  const base = new URL(options.baseUrl);
  const address = addressOfBase(options.baseUrl);
  const place: ErrorContext = { modelId: options.id, address, key: options.apiKey };
  const headers = headersOf(options);
  using transport = createTransport(options.network);
  const controller = new AbortController();
  using _timer = options.clock.setTimer(options.timeoutMs, () => controller.abort());
  const asking: Asking = { transport, headers, signal: AbortSignal.any([signal, controller.signal]) };
  let list: unknown;
  try {
    list =
      options.isAskedByPerson === true
        ? await askWithClient(address, base.search, asking)
        : await ask(`${address}/models${base.search}`, asking);
  } catch (thrown) {
    if (signal.aborted) return fail(simpleError("aborted", place));
    if (controller.signal.aborted) return fail(simpleError("timeout", place));
    return fail(requestError(thrown, place, options.clock.now()));
  }
  const wrong = problemOf(list, place, options.clock.now());
  if (wrong !== null) return fail(wrong);
  const models = listedModels(list);
  const entry = models.find((model) => modelIdOf(model) === options.modelName);
  const listed = entry === undefined ? noLimits : listedLimits(entry);
  const needsMore = listed.contextWindow === null && options.asksNative;
  const native = needsMore ? nativeLimits(await askNative(address, options, asking), options.modelName) : noLimits;
  return ok({
    modelIds: models.map(modelIdOf),
    models: models.map(listedModel),
    contextWindow: listed.contextWindow ?? native.contextWindow ?? listed.claimedWindow,
    maxInputTokens: listed.maxInputTokens ?? native.maxInputTokens,
    maxOutputTokens: listed.maxOutputTokens ?? native.maxOutputTokens,
  });
}

/** An error that came as a good answer, or something else altogether. */
function problemOf(list: unknown, place: ErrorContext, now: number): ModelError | null {
  if (listedModels(list).length > 0) return null;
  if (isObject(list) && list["error"] !== undefined && list["error"] !== null) {
    return wireError({ status: 200, body: list, headers: {}, now }, place);
  }
  if (typeof list === "object") return null;
  return { kind: "protocol", retryable: false, userMessage: sentence("model.protocol", place, "") };
}

const noLimits: ListedEntryLimits = {
  contextWindow: null,
  claimedWindow: null,
  maxInputTokens: null,
  maxOutputTokens: null,
};

interface Asking {
  readonly transport: Transport;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

function headersOf({ apiKey, extraHeaders, ...options }: DiscoverOptions): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json", "content-type": "application/json" };
  const { name: header, value } = keyHeader(options.keyHeader, apiKey);
  if (value !== null) headers[header] = value;
  for (const [name, value] of Object.entries(extraHeaders)) headers[name.toLowerCase()] = value;
  return headers;
}

/** Parsed JSON, or undefined when the answer is none. */
async function ask(url: string, { transport, headers, signal }: Asking, body?: string): Promise<unknown> {
  const { stream } = await transport.send(new URL(url), { headers, body: body ?? null, signal });
  return parseJson(await readWhole(stream, maxListBytes, signal));
}

/** Like `ask`, also for lists in the provider's own format: the raw body is returned. */
async function askWithClient(address: string, query: string, { signal, ...asking }: Asking): Promise<unknown> {
  const { causeOf, createOpenAiClient } = await import("../models/openai-client.ts");
  const client = createOpenAiClient({ address, query, ...asking, mostBytes: maxListBytes });
  try {
    const list: unknown = await client.get("/models", { signal });
    return typeof list === "string" ? undefined : list;
  } catch (thrown) {
    throw causeOf(thrown);
  }
}

async function askNative(address: string, options: DiscoverOptions, asking: Asking): Promise<NativeAnswers> {
  const root = address.replace(/\/v\d+$/, "");
  const optional = async (path: string, body?: string): Promise<unknown> => {
    try {
      return await ask(root + path, asking, body);
    } catch (error) {
      options.log("debug", "the endpoint has no native answer", { path, error: String(error) });
      return undefined;
    }
  };
  const [ps, show, v0, v1, props, info] = await Promise.all([
    optional("/api/ps"),
    optional("/api/show", JSON.stringify({ model: options.modelName })),
    optional("/api/v0/models"),
    optional("/api/v1/models"),
    optional("/props"),
    optional("/model/info"),
  ]);
  return { ps, show, v0, v1, props, info };
}
