import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Clock, Log } from "../host.ts";
import type { Network } from "../network/network.ts";
import { text } from "../words.ts";
import { addressOfBase, keyHeader } from "./addresses.ts";
import { attemptAnswer } from "./attempt.ts";
import { causeSentence, type ErrorContext, simpleError } from "./errors/model-errors.ts";
import { failedOutcome } from "./failed-outcome.ts";
import { createTransport, type Transport } from "./http/transport.ts";
import { Lessons } from "./lessons.ts";
import type { Model, ModelError, ModelOutcome, ModelRequest, ModelSink } from "./model.ts";
import { openProtocol } from "./open-protocol.ts";
import type { Protocol } from "./protocol.ts";
import type { Quirks } from "./quirks.ts";
import { isLong, retriesFor, retryDelayMs, wait } from "./retry-policy.ts";
import { createOfferFitter } from "./tools/fit-offers.ts";
import { restoreNames } from "./tools/learn-tools.ts";

type Headers = Readonly<Record<string, string>>;

/** What a request needs to be let in. */
interface Access {
  readonly place: ErrorContext;
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
  return new EndpointModel(options);
}

class EndpointModel implements OpenAiModel {
  readonly id: string;
  readonly isLocal: boolean;
  readonly #options: OpenAiModelOptions;
  readonly #address: string;
  /** Goes with every request. */
  readonly #query: string;
  readonly #transport: Transport;
  readonly #offersFor = createOfferFitter();
  /** What the endpoint taught stays for as long as the model is held. */
  #quirks: Quirks;
  #opened: Protocol | Promise<Protocol> | null = null;

  constructor(options: OpenAiModelOptions) {
    this.id = options.id;
    this.isLocal = options.isLocal === true;
    this.#options = options;
    this.#address = addressOfBase(options.baseUrl);
    this.#query = new URL(options.baseUrl).search;
    this.#transport = createTransport(options.network);
    this.#quirks = options.quirks;
  }

  /** One attempt after another until one stands: refusals that teach something at once, passing failures later. */
  async complete(request: ModelRequest, sink: ModelSink, signal: AbortSignal): Promise<ModelOutcome> {
    const access = await this.#access();
    if (!access.ok) return this.#stands(access.error);
    const { place } = access.value;
    const { log, clock, idleTimeoutMs, random } = this.#options;
    const lessons = new Lessons({ model: this.id, endpoint: place.address, quirks: this.#quirks, log });
    for (let attempt = 1; ; ) {
      const { path, body, createReader } = await this.#protocol();
      const offers = this.#offersFor(request.tools, this.#quirks);
      const sent = { headers: this.#headers(access.value), body: body({ ...request, tools: offers }) };
      const url = new URL(`${this.#address}${path}${this.#query}`);
      const { outcome: answered, hasShownText } = await attemptAnswer({
        request,
        sink,
        signal,
        place,
        clock,
        idleTimeoutMs,
        log,
        makeCallId: () => createCallId(random),
        reader: createReader(),
        send: (attemptSignal) => this.#transport.send(url, { ...sent, signal: attemptSignal }),
      });
      const outcome = lessons.mark(restoreNames(answered, request.tools));
      const { error } = outcome;
      if (error === null && lessons.hasLearnt) this.#tellLearnt();
      if (error === null || hasShownText) return this.#stands(outcome);
      const learned = lessons.learn(error, offers, this.#quirks);
      if (learned !== null) {
        this.#adopt(learned);
        continue;
      }
      if (lessons.unhelped !== null && !error.retryable) this.#adopt(lessons.unhelped);
      const delayMs = this.#delay(error, attempt, request.hasAlternative === true);
      if (delayMs === null) return this.#stands(outcome);
      log("warn", "the model request failed", { model: this.id, kind: error.kind, attempt, delayMs });
      sink.retry(attempt, delayMs, causeSentence(error, place));
      if (!(await wait(clock, delayMs, signal)))
        return this.#stands({ ...outcome, error: simpleError("aborted", place) });
      attempt++;
    }
  }

  async prepare(): Promise<void> {
    await this.#protocol();
  }

  [Symbol.dispose](): void {
    this.#transport[Symbol.dispose]();
  }

  #protocol(): Protocol | Promise<Protocol> {
    const { modelName, stream: isStream = true } = this.#options;
    this.#opened ??= openProtocol({ modelName, address: this.#address, quirks: this.#quirks, isStream });
    return this.#opened;
  }

  #adopt(quirks: Quirks): void {
    this.#quirks = quirks;
    this.#opened = null;
  }

  /** That thoughts could not be read may be because of a key of before: it is no trait of the endpoint. */
  #tellLearnt(): void {
    const { onLearnt, quirks } = this.#options;
    onLearnt?.({ ...this.#quirks, returnsReasoning: quirks.returnsReasoning });
  }

  #stands(outcome: ModelOutcome): ModelOutcome {
    this.#options.onOutcome?.(outcome);
    return outcome;
  }

  /** Milliseconds until the next attempt; null where none is made. */
  #delay(error: ModelError, attempt: number, hasAlternative: boolean): number | null {
    if (attempt > retriesFor(error, this.#options.maxRetries)) return null;
    const delayMs = retryDelayMs(error, attempt, this.#options.random);
    return hasAlternative && isLong(attempt, delayMs) ? null : delayMs;
  }

  /** Reads the key and the headers; a key store that fails is a failed answer, not a thrown error. */
  async #access(): Promise<Result<Access, ModelOutcome>> {
    const { extraHeaders, readHeaders = async (headers) => headers, apiKey, log } = this.#options;
    const place = { modelId: this.id, address: this.#address, key: null };
    try {
      const key = (await apiKey())?.trim() || null;
      return ok({ place: { ...place, key }, headers: fixedHeaders(await readHeaders(extraHeaders)) });
    } catch (error) {
      log("error", "the key could not be read", { model: this.id, error: String(error) });
      return fail(failedOutcome(simpleError("auth", place, text("model.keyUnreadable"))));
    }
  }

  #headers({ place, headers }: Access): Headers {
    const { name, value } = keyHeader(this.#quirks.keyHeader, place.key);
    return { ...(value === null ? {} : { [name]: value }), ...headers };
  }
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
