import type { Clock } from "../host.ts";
import { ProxyFailure } from "../network/proxy-failure.ts";
import { type Answer, createAnswer } from "./answer/answer.ts";
import { proxyError, requestError } from "./errors/connection-error.ts";
import { readFault } from "./errors/fault.ts";
import { answerError, type ErrorPlace, endlessError, sentence, simpleError, wireError } from "./errors/model-errors.ts";
import { type BodyEnd, readAnswerBody } from "./http/answer-body.ts";
import type { EndpointAnswer } from "./http/endpoint-answer.ts";
import { type IdleWatch, watchIdle } from "./http/idle-watch.ts";
import type { ModelError, ModelOutcome, ModelRequest, ModelSink } from "./model.ts";
import type { AnswerReader } from "./protocol.ts";

/** How long usage or `[DONE]` may still follow a finish reason, and the rest of a body after `[DONE]`. */
const afterTheEndMs = 3000;
/** How long keep-alives alone count as life. */
const onlyAliveMs = 30 * 60_000;

export interface AttemptOptions {
  readonly request: ModelRequest;
  readonly sink: ModelSink;
  readonly signal: AbortSignal;
  readonly place: ErrorPlace;
  readonly clock: Clock;
  readonly idleTimeoutMs: number;
  readonly makeCallId: () => string;
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
  const broken = (error: ModelError): AttemptResult => resultOf(answer, { kind: "broken", error });
  if (signal.aborted) return broken(simpleError("aborted", place));
  const controller = new AbortController();
  let ended: "aborted" | "timeout" | null = null;
  const stop = (why: "aborted" | "timeout") => {
    ended ??= why;
    controller.abort();
  };
  const onAbort = () => stop("aborted");
  signal.addEventListener("abort", onAbort, { once: true });
  using watch = watchIdle(clock, options.idleTimeoutMs, () => stop("timeout"));
  try {
    const response = await options.send(controller.signal);
    const reading = { answer, reader: options.reader, watch, clock, signal: controller.signal };
    const end = await readBody(response, reading);
    if (end.kind === "done" && !answer.hasFailed) releaseConnection(response, clock);
    else if (end.kind !== "closed") destroyAnswer(response);
    if (end.kind === "dropped")
      return broken(ended === null ? brokenError(end.error, response, place) : simpleError(ended, place));
    if (end.kind === "oversized") return broken(endlessError(place));
    if (end.kind === "unreadable") return broken(unreadableError(end.sample, place));
    return resultOf(answer, end);
  } catch (thrown) {
    return broken(ended === null ? requestError(thrown, place, clock.now()) : simpleError(ended, place));
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** The connection broke in the middle of the answer: the proxy's doing where there is one. */
function brokenError(cause: Error, response: EndpointAnswer, place: ErrorPlace): ModelError {
  const told = response.broken(cause);
  return told instanceof ProxyFailure ? proxyError(told) : simpleError("network", place, cause.message);
}

function resultOf(answer: Answer, end: Parameters<Answer["finish"]>[0]): AttemptResult {
  const outcome = answer.finish(end);
  return { outcome, hasShownText: answer.hasShownText };
}

interface ReadingOptions {
  readonly answer: Answer;
  readonly reader: AnswerReader | null;
  readonly watch: IdleWatch;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

function readBody(response: EndpointAnswer, options: ReadingOptions): Promise<BodyEnd> {
  const { answer, reader, watch, clock, signal } = options;
  return new Promise((resolve) => {
    let lastChunk = clock.monotonic();
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
        if (reader === null) answer.accept(wire);
        else for (const chunk of reader(wire)) answer.accept(chunk);
        lastChunk = clock.monotonic();
        watch.alive();
        if (answer.isWhole) watch.shorten(afterTheEndMs);
        // With a reader, the event that ends an answer has everything in it, as [DONE] has.
        return answer.hasFailed || (reader !== null && answer.isWhole);
      },
      life() {
        if (!answer.isWhole && clock.monotonic() - lastChunk < onlyAliveMs) watch.alive();
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

function unreadableError(sample: string, place: ErrorPlace): ModelError {
  const { reason, isPage } = readFault(200, sample);
  const userMessage = sentence("model.protocol", place, reason.slice(0, 200));
  return { kind: "protocol", retryable: false, ...(isPage ? { sign: "page" } : {}), userMessage };
}
