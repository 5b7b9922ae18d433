import type { Usage } from "../../../src-preload/contract/records.ts";
import { asSentence } from "../../../src-preload/contract/sentence.ts";
import { type TextKey, text } from "../../words.ts";
import type { AnswerFailure } from "../answer/collected-answer.ts";
import type { ModelError, ModelErrorKind } from "../model.ts";
import { maxDelayMs } from "../retry-policy.ts";
import { type Classified, classifyFault, isPassing } from "./classify-error.ts";
import { type Fault, readFault, redactKeys } from "./fault.ts";
import { type AnswerHeaders, retryAfterMs } from "./retry-after.ts";
import { waitWords } from "./wait-words.ts";

/** Who is spoken to; goes into every sentence. */
export interface ErrorContext {
  /** As the user names it, e.g. `openai/gpt-5`. */
  readonly modelId: string;
  /** The base address, without credentials. */
  readonly address: string;
  /** The key that is sent, so that it can be taken out of a provider's words. */
  readonly key: string | null;
}

const keys: Readonly<Record<ModelErrorKind, TextKey>> = {
  auth: "model.auth",
  quota: "model.quota",
  permission: "model.permission",
  not_found: "model.notFound",
  rate_limit: "model.rateLimit",
  overloaded: "model.overloaded",
  context_overflow: "model.contextOverflow",
  content_filter: "model.contentFilter",
  tool_format: "model.toolFormat",
  bad_request: "model.badRequest",
  timeout: "model.timeout",
  conflict: "model.conflict",
  server: "model.server",
  network: "model.network",
  incomplete: "model.incomplete",
  empty: "model.empty",
  too_large: "model.tooLarge",
  protocol: "model.protocol",
  aborted: "model.aborted",
};

/** What happened alone, of what Perch tries again by itself. */
const causes: Partial<Readonly<Record<ModelErrorKind, TextKey>>> = {
  rate_limit: "model.rateLimit.cause",
  overloaded: "model.overloaded.cause",
  timeout: "model.timeout.cause",
  conflict: "model.conflict.cause",
  server: "model.server.cause",
  network: "model.network.cause",
  incomplete: "model.incomplete.cause",
  tool_format: "model.toolFormat.cause",
};

/** Two sentences for the person: what happened, with the provider's reason and the address, and what to do. */
export function sentence(key: TextKey, place: ErrorContext, reason: string, wait = ""): string {
  const told = asSentence(redactKeys(reason, place.key));
  const whole = text(key, { model: place.modelId, address: place.address, reason: told, wait });
  // Without a reason its place is closed up.
  return told === ""
    ? whole
        .replace(/: {2,}/, ". ")
        .replace(/: $/, ".")
        .replace(/ {2,}/g, " ")
        .trim()
    : whole;
}

/** What happened, without what to do about it: for the time in which Perch waits and tries again by itself. */
export function causeSentence(error: ModelError, place: ErrorContext): string {
  const key = error.sign === undefined ? causes[error.kind] : undefined;
  return key === undefined ? error.userMessage : sentence(key, place, error.reason ?? "");
}

export function simpleError(kind: ModelErrorKind, place: ErrorContext, reason = ""): ModelError {
  const told = redactKeys(reason, place.key);
  return { kind, retryable: isPassing(kind), reason: told, userMessage: sentence(keys[kind], place, reason) };
}

/** An answer that is itself the failure (rules 6 to 8). */
export function answerError(
  kind: AnswerFailure,
  place: ErrorContext,
  usage: Usage | null,
  contextWindow: number | null,
): ModelError {
  if (kind === "endless") return endlessError(place);
  const error = simpleError(kind, place);
  return kind === "context_overflow" ? { ...error, contextWindow, promptTokens: usage?.promptTokens ?? null } : error;
}

/** What does not stop by itself and was stopped. */
export function endlessError(place: ErrorContext): ModelError {
  return { kind: "protocol", retryable: false, userMessage: sentence("model.endless", place, "") };
}

export interface WireFailure {
  /** 200 for an error inside an answer. */
  readonly status: number;
  /** Parsed JSON, or text. */
  readonly body: unknown;
  readonly headers: AnswerHeaders;
  /** Milliseconds since 1970, for a `Retry-After` date. */
  readonly now: number;
}

/** The error that a failed request, or an error inside an answer, stands for. */
export function wireError(failure: WireFailure, place: ErrorContext): ModelError {
  const fault = readFault(failure.status, failure.body);
  const classified = classifyFault(fault);
  const delay = classified.retryable ? retryAfterMs(fault, failure.headers, failure.now) : null;
  return {
    kind: classified.kind,
    retryable: classified.retryable,
    ...(delay === null ? {} : { retryAfterMs: delay }),
    ...(classified.overflow ?? {}),
    ...(fault.isPage ? { sign: "page" } : {}),
    ...(failure.status === 200 ? {} : { status: failure.status }),
    reason: redactKeys(reasonOf(fault), place.key),
    ...(fault.refusedFields.length === 0 ? {} : { refusedFields: fault.refusedFields }),
    userMessage:
      delay !== null && delay > maxDelayMs
        ? sentence("model.asksToWait", place, reasonOf(fault), waitWords(delay))
        : sentence(sentenceKey(classified), place, reasonOf(fault)),
  };
}

function sentenceKey({ kind, retryable, sentence: own }: Classified): TextKey {
  if (own !== undefined) return own;
  return kind === "rate_limit" && !retryable ? "model.aboveMinute" : keys[kind];
}

/** The provider's words, and the status where they do not have it. */
function reasonOf(fault: Fault): string {
  const status = fault.status === 0 ? "" : `HTTP ${fault.status}`;
  if (fault.reason === "") return status;
  return status === "" || fault.reason.includes(String(fault.status)) ? fault.reason : `${fault.reason} (${status})`;
}
