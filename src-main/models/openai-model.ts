import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Clock, Log } from "../host.ts";
import type { Network } from "../network/network.ts";
import { text } from "../words.ts";
import { addressOfBase, keyHeader } from "./addresses.ts";
import { attemptAnswer } from "./attempt.ts";
import { causeSentence, type ErrorPlace, simpleError } from "./errors/model-errors.ts";
import { failedOutcome } from "./failed-outcome.ts";
import type { EndpointAnswer } from "./http/endpoint-answer.ts";
import { createTransport } from "./http/transport.ts";
import { learnQuirks } from "./learn-quirks.ts";
import type { LeftOutTools, Model, ModelOutcome, ModelRequest, ModelSink, WithoutTools } from "./model.ts";
import { openProtocol, type Protocol } from "./protocol.ts";
import type { Quirks } from "./quirks.ts";
import { isLong, retriesFor, retryDelayMs, wait } from "./retry-policy.ts";
import { createOfferFitter } from "./tools/fit-offers.ts";
import { learnTools, mostToolLessons, restoreNames } from "./tools/learn-tools.ts";
import { toolAdvice } from "./tools/tool-advice.ts";

type Headers = Readonly<Record<string, string>>;

/** What a request needs to be let in. */
interface Access {
  readonly place: ErrorPlace;
  readonly headers: Headers;
}

export interface OpenAiModelOptions {
  readonly id: string;
  readonly isLocal?: boolean;
  /** As the endpoint knows it. */
  readonly modelName: string;
  /** Up to and with `/v1`; a query is kept (Azure's `?api-version=…`). */
  readonly baseUrl: string;
  /** Asked for each request, so that a new key counts at once. Null: no Authorization header. */
  readonly apiKey: () => Promise<string | null>;
  readonly extraHeaders: Headers;
  /** Puts secrets in the place of what names them, for each request; without it they are sent as they are. */
  readonly readHeaders?: (headers: Headers) => Promise<Headers>;
  /** No byte for so long ends the attempt. */
  readonly idleTimeoutMs: number;
  readonly clock: Clock;
  /** From 0 up to but without 1. */
  readonly random: () => number;
  readonly quirks: Quirks;
  readonly log: Log;
  /** The way there; straight on where it is left out. */
  readonly network?: Network;
  /** Default true. */
  readonly stream?: boolean;
  /** At most so many retries, whatever the error; the policy decides below that. */
  readonly maxRetries?: number;
  /** The endpoint taught something, and the request that obeyed stood. */
  readonly onLearnt?: (quirks: Quirks) => void;
  /** How each request stood in the end. */
  readonly onOutcome?: (outcome: ModelOutcome) => void;
}

/** A model behind a connection that is kept; disposing closes it. */
export interface OpenAiModel extends Model, Disposable {
  /** Loads what its protocol needs ahead of the first message. Sends nothing. */
  prepare(): Promise<void>;
}

/** A model behind any endpoint that speaks chat completions or the Responses API. */
export function createOpenAiModel(options: OpenAiModelOptions): OpenAiModel {
  const base = new URL(options.baseUrl);
  const address = addressOfBase(options.baseUrl);
  const transport = createTransport(options.network);
  const isStream = options.stream ?? true;
  /** What the endpoint taught stays for as long as the model is held. */
  let quirks = options.quirks;
  let opened: Protocol | Promise<Protocol> | null = null;
  const offersFor = createOfferFitter();
  const protocol = () => {
    opened ??= openProtocol({ modelName: options.modelName, address, quirks, isStream });
    return opened;
  };

  function send(path: string, body: string, access: Access, signal: AbortSignal): Promise<EndpointAnswer> {
    const { name, value } = keyHeader(quirks.keyHeader, access.place.key);
    const headers = { ...(value === null ? {} : { [name]: value }), ...access.headers };
    return transport.send(new URL(`${address}${path}${base.search}`), { headers, body, signal });
  }

  function adoptQuirks(next: Quirks): void {
    quirks = next;
    opened = null;
  }

  /** Reads the key and the headers; a key store that fails is a failed answer, not a thrown error. */
  async function accessOf(): Promise<Result<Access, ModelOutcome>> {
    const { extraHeaders, readHeaders = async (headers) => headers } = options;
    const place = { modelId: options.id, address, key: null };
    try {
      const key = (await options.apiKey())?.trim() || null;
      return ok({ place: { ...place, key }, headers: fixedHeaders(await readHeaders(extraHeaders)) });
    } catch (error) {
      options.log("error", "the key could not be read", { model: options.id, error: String(error) });
      return fail(failedOutcome(simpleError("auth", place, text("model.keyUnreadable"))));
    }
  }

  /** One attempt after another until one stands: refusals that teach something at once, passing failures later. */
  async function complete(request: ModelRequest, sink: ModelSink, signal: AbortSignal): Promise<ModelOutcome> {
    const access = await accessOf();
    if (!access.ok) return access.error;
    const { place } = access.value;
    const before = quirks;
    const tried = [before];
    let leftOut: LeftOutTools | undefined;
    let withoutTools: WithoutTools | undefined;
    let toolLessons = 0;
    let attempt = 1;
    for (;;) {
      const { outcome: answered, hasShownText } = await attemptOnce(request, sink, signal, access.value);
      const outcome = {
        ...answered,
        ...(leftOut === undefined ? {} : { leftOut }),
        // A lesson that did not help is forgotten, so nobody is told.
        ...(withoutTools === undefined || answered.error !== null ? {} : { withoutTools }),
      };
      const { error } = outcome;
      const hasLearnt = tried.length > 1 || toolLessons > 0;
      if (error === null && hasLearnt) options.onLearnt?.(traitsOf(quirks, options.quirks));
      if (error === null || hasShownText) return outcome;
      const taught = toolLessons < mostToolLessons ? learnTools(error, offersFor(request.tools, quirks), quirks) : null;
      if (taught !== null) {
        options.log("info", "the endpoint refused tools", { model: options.id, tools: taught.leftOut });
        const names = [...(leftOut?.names ?? []), ...taught.leftOut];
        if (names.length > 0) leftOut = { names, reason: error.reason ?? "" };
        toolLessons++;
        tried[tried.length - 1] = taught.quirks;
        adoptQuirks(taught.quirks);
        continue;
      }
      const learned = learnQuirks(error, tried);
      if (learned !== null) {
        options.log("info", "the endpoint refused a request and taught something", { model: options.id });
        if (quirks.takesTools && !learned.takesTools) {
          const { reason = "" } = error;
          withoutTools = { endpoint: place.address, reason, advice: toolAdvice(reason) };
        }
        tried.push(learned);
        adoptQuirks(learned);
        continue;
      }
      // Lessons that did not help are forgotten.
      if (tried.length > 1 && !error.retryable) adoptQuirks(before);
      if (attempt > retriesFor(error, options.maxRetries)) return outcome;
      const delayMs = retryDelayMs(error, attempt, options.random);
      if (request.hasAlternative === true && isLong(attempt, delayMs)) return outcome;
      options.log("warn", "the model request failed", { model: options.id, kind: error.kind, attempt, delayMs });
      sink.retry(attempt, delayMs, causeSentence(error, place));
      if (!(await wait(options.clock, delayMs, signal))) return { ...outcome, error: simpleError("aborted", place) };
      attempt++;
    }
  }

  async function attemptOnce(request: ModelRequest, sink: ModelSink, signal: AbortSignal, access: Access) {
    const { path, body, createReader } = await protocol();
    const sent = body({ ...request, tools: offersFor(request.tools, quirks) });
    const result = await attemptAnswer({
      request,
      sink,
      signal,
      place: access.place,
      clock: options.clock,
      idleTimeoutMs: options.idleTimeoutMs,
      makeCallId: () => createCallId(options.random),
      log: options.log,
      reader: createReader(),
      send: (attemptSignal) => send(path, sent, access, attemptSignal),
    });
    return { ...result, outcome: restoreNames(result.outcome, request.tools) };
  }

  return {
    id: options.id,
    isLocal: options.isLocal === true,
    async complete(request, sink, signal) {
      const outcome = await complete(request, sink, signal);
      options.onOutcome?.(outcome);
      return outcome;
    },
    async prepare() {
      await protocol();
    },
    [Symbol.dispose]: () => transport[Symbol.dispose](),
  };
}

/** That thoughts could not be read may be because of a key of before: it is no trait of the endpoint. */
function traitsOf(learned: Quirks, { returnsReasoning }: Quirks): Quirks {
  return { ...learned, returnsReasoning };
}

const ownHeaders: Headers = {
  "content-type": "application/json",
  accept: "text/event-stream, application/json",
  "user-agent": "Perch",
};

/** Header names in lower case; what the settings add wins. */
function fixedHeaders(extra: Headers): Record<string, string> {
  const headers: Record<string, string> = { ...ownHeaders };
  for (const [name, value] of Object.entries(extra)) headers[name.toLowerCase()] = value;
  return headers;
}

const idLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** Nine letters and digits: what every provider takes as the id of a call. */
function createCallId(random: () => number): string {
  return Array.from({ length: 9 }, () => idLetters.charAt(Math.floor(random() * idLetters.length))).join("");
}
