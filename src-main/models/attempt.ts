import type { Clock, Log } from "../host.ts";
import { ProxyFailure } from "../network/proxy-failure.ts";
import { type Answer, createAnswer } from "./answer/answer.ts";
import type { AnswerEnd } from "./answer/collected-answer.ts";
import { proxyError, requestError } from "./errors/connection-error.ts";
import { readFault } from "./errors/fault.ts";
import {
  answerError,
  type ErrorContext,
  endlessError,
  sentence,
  simpleError,
  wireError,
} from "./errors/model-errors.ts";
import { waitWords } from "./errors/wait-words.ts";
import { failedOutcome } from "./failed-outcome.ts";
import { type BodyEnd, readAnswerBody } from "./http/answer-body.ts";
import type { EndpointAnswer } from "./http/endpoint-answer.ts";
import { type IdleWatch, watchIdle } from "./http/idle-watch.ts";
import type { ModelError, ModelOutcome, ModelRequest, ModelSink } from "./model.ts";
import type { AnswerReader } from "./protocol.ts";

/** How long usage or `[DONE]` may still follow a finish reason, and the rest of a body after `[DONE]`. */
const afterTheEndMs = 3000;
/** How long an answer may be kept alive without a word, a thought or a piece of a call. */
const withoutProgressMs = 30 * 60_000;

export interface AttemptOptions {
  readonly request: ModelRequest;
  readonly sink: ModelSink;
  readonly signal: AbortSignal;
  readonly place: ErrorContext;
  readonly clock: Clock;
  readonly idleTimeoutMs: number;
  readonly makeCallId: () => string;
  readonly log: Log;
  /** Null where what comes are chunks of chat completions. */
  readonly reader: AnswerReader | null;
  /** Sends the request; the signal ends it at any time. */
  readonly send: (signal: AbortSignal) => Promise<EndpointAnswer>;
}

export interface AttemptResult {
  readonly outcome: ModelOutcome;
  /** Text was handed to the sink: sending the request again would show it twice. */
  readonly hasShownText: boolean;
}

/** One request, one outcome; never throws for what the endpoint does. */
export async function attemptAnswer(options: AttemptOptions): Promise<AttemptResult> {
  const { signal, place, clock } = options;
  const answer = createAnswer({
    tools: options.request.tools,
    sink: options.sink,
    contextWindow: options.request.contextWindow,
    makeCallId: options.makeCallId,
    classify: (wire) => wireError({ status: 200, body: wire, headers: {}, now: clock.now() }, place),
    failure: (kind, usage) => answerError(kind, place, usage, options.request.contextWindow),
  });
  const resultOf = (how: AnswerEnd): AttemptResult => {
    try {
      return { outcome: answer.finish(how), hasShownText: answer.hasShownText };
    } catch (cause) {
      return { outcome: failedOutcome(readerError(cause, options)), hasShownText: answer.hasShownText };
    }
  };
  const broken = (error: ModelError): AttemptResult => resultOf({ kind: "broken", error });
  if (signal.aborted) return broken(simpleError("aborted", place));
  const controller = new AbortController();
  let ended: Stop | null = null;
  const stop = (why: Stop) => {
    ended ??= why;
    controller.abort();
  };
  const onAbort = () => stop("aborted");
  signal.addEventListener("abort", onAbort, { once: true });
  const progress = createProgress(clock);
  using watch = watchIdle(clock, options.idleTimeoutMs, () =>
    stop(progress.isStuckAt(clock.monotonic()) ? "stuck" : "timeout"),
  );
  try {
    const response = await options.send(controller.signal);
    const reading = { answer, reader: options.reader, watch, clock, signal: controller.signal, progress };
    const end = await readBody(response, reading);
    if (end.kind === "done" && !answer.hasFailed) releaseConnection(response, clock);
    else if (end.kind !== "closed") destroyAnswer(response);
    if (end.kind === "dropped")
      return broken(ended === null ? brokenError(end.error, response, place) : stopError(ended, place));
    if (end.kind === "failed") return broken(readerError(end.cause, options));
    if (end.kind === "oversized") return broken(endlessError(place));
    if (end.kind === "unreadable") return broken(unreadableError(end.sample, place));
    return resultOf(end);
  } catch (thrown) {
    return broken(ended === null ? requestError(thrown, place, clock.now()) : stopError(ended, place));
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Whatever reading an answer threw is a fault of that answer: it ends neither the run nor the process. */
function readerError(cause: unknown, { log, place }: AttemptOptions): ModelError {
  log("error", "an answer could not be read", { model: place.modelId, reason: String(cause) });
  return { kind: "protocol", retryable: false, userMessage: sentence("model.unreadable", place, "") };
}

/** The connection broke in the middle of the answer: the proxy's doing where there is one. */
function brokenError(cause: Error, response: EndpointAnswer, place: ErrorContext): ModelError {
  const told = response.broken(cause);
  return told instanceof ProxyFailure
    ? proxyError(told)
    : simpleError("network", place, cause.message === "aborted" ? "" : cause.message);
}

interface ReadingOptions {
  readonly answer: Answer;
  readonly reader: AnswerReader | null;
  readonly watch: IdleWatch;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** When an answer last got longer. Times are of the monotonic clock. */
interface Progress {
  grewAt(now: number): void;
  /** Alive, and yet without anything new for too long. */
  isStuckAt(now: number): boolean;
}

function createProgress(clock: Clock): Progress {
  let at = clock.monotonic();
  return {
    grewAt(now) {
      at = now;
    },
    isStuckAt: (now) => now - at >= withoutProgressMs,
  };
}

function readBody(response: EndpointAnswer, options: ReadingOptions): Promise<BodyEnd> {
  const { answer, reader, watch, clock, signal, progress } = options;
  // The clock is asked once for what the network brought, not for each token in it.
  let now = clock.monotonic();
  return new Promise((resolve) => {
    const cut = () => {
      destroyAnswer(response);
      settle({ kind: "dropped", error: new Error("stopped") });
    };
    function settle(end: BodyEnd): void {
      signal.removeEventListener("abort", cut);
      resolve(end);
    }
    signal.addEventListener("abort", cut, { once: true });
    readAnswerBody(response.stream, {
      chunk(wire) {
        const before = answer.size;
        if (reader === null) answer.accept(wire);
        else for (const chunk of reader(wire)) answer.accept(chunk);
        if (answer.size > before) progress.grewAt(now);
        if (!progress.isStuckAt(now)) watch.aliveAt(now);
        if (answer.isWhole) watch.shorten(afterTheEndMs);
        // With a reader, the event that ends an answer has everything in it, as [DONE] has.
        return answer.hasFailed || (reader !== null && answer.isWhole);
      },
      life() {
        now = clock.monotonic();
        if (!answer.isWhole && !progress.isStuckAt(now)) watch.aliveAt(now);
      },
      end: settle,
    });
  });
}

function destroyAnswer({ incoming, stream }: EndpointAnswer): void {
  stream.destroy();
  incoming.destroy();
}

/** After `[DONE]` the body normally ends at once and the connection is kept; one that stays open is closed. */
function releaseConnection(response: EndpointAnswer, clock: Clock): void {
  const { incoming } = response;
  if (incoming.readableEnded || incoming.destroyed) return;
  const timer = clock.setTimer(afterTheEndMs, () => incoming.destroy());
  incoming.once("close", () => timer[Symbol.dispose]());
  response.stream.resume();
}

/** Why Perch itself ended an attempt. */
type Stop = "aborted" | "timeout" | "stuck";

function stopError(why: Stop, place: ErrorContext): ModelError {
  if (why !== "stuck") return simpleError(why, place);
  // Asked again, it would only be as long again.
  const userMessage = sentence("model.stuck", place, "", waitWords(withoutProgressMs));
  return { kind: "timeout", retryable: false, userMessage };
}

function unreadableError(sample: string, place: ErrorContext): ModelError {
  const { reason, isPage } = readFault(200, sample);
  const userMessage = sentence("model.protocol", place, reason.slice(0, 200));
  return { kind: "protocol", retryable: false, ...(isPage ? { sign: "page" } : {}), userMessage };
}
