import { certificateCodes, unknownIssuer } from "../../network/certificate-codes.ts";
import { OversizedBody } from "../../network/decode-body.ts";
import { ProxyFailure } from "../../network/proxy-failure.ts";
import { EndpointFailure } from "../http/endpoint-answer.ts";
import type { FailureSign, ModelError } from "../model.ts";
import { type ErrorContext, endlessError, sentence, simpleError, wireError } from "./model-errors.ts";

const noNetworkCodes: ReadonlySet<string> = new Set([
  "ENETUNREACH",
  "ENETDOWN",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "EAI_AGAIN",
]);

/** The error of a request that got no good answer: a failing status, or no answer at all. */
export function requestError(thrown: unknown, place: ErrorContext, now: number): ModelError {
  const causes = causesOf(thrown);
  const failure = causes.find((cause) => cause instanceof EndpointFailure);
  const proxy = causes.find((cause) => cause instanceof ProxyFailure);
  if (proxy !== undefined) return proxyError(proxy);
  if (failure !== undefined) return failureError(failure, place, now);
  if (causes.some((cause) => cause instanceof OversizedBody)) return endlessError(place);
  const code = causes.map(codeOf).find((found) => found !== "") ?? "";
  if (code === "ECONNREFUSED") return { ...networkError("model.refused", place, ""), sign: "refused" };
  if (code === "ENOTFOUND") return { ...networkError("model.unknownHost", place, ""), sign: "unknown-host" };
  if (code === "EAI_AGAIN") return { ...networkError("model.unknownHost", place, ""), sign: "no-network" };
  const reason = causes.at(-1)?.message ?? String(thrown);
  if (certificateCodes.test(code)) {
    const sign: FailureSign = unknownIssuer.test(code) ? "self-signed" : "certificate";
    const key = sign === "self-signed" ? "model.selfSigned" : "model.certificate";
    return { ...networkError(key, place, reason), retryable: false, sign };
  }
  const error = simpleError("network", place, reason);
  if (noNetworkCodes.has(code)) return { ...error, sign: "no-network" };
  return code === "EPROTO" || code.startsWith("ERR_SSL") ? { ...error, sign: "not-tls" } : error;
}

/** What the proxy did is no provider's fault. */
export function proxyError({ message, nextStep, isPassing }: ProxyFailure): ModelError {
  const userMessage = `${message} ${nextStep}`;
  return { kind: "network", retryable: isPassing, sign: "proxy", reason: message, userMessage, nextStep };
}

function failureError(failure: EndpointFailure, place: ErrorContext, now: number): ModelError {
  const { status, headers, body } = failure;
  if (status >= 300 && status < 400) {
    const target = typeof headers["location"] === "string" ? headers["location"] : `HTTP ${status}`;
    const userMessage = sentence("model.redirect", place, target);
    return { kind: "protocol", retryable: false, sign: "redirect", status, reason: target, userMessage };
  }
  return wireError({ status, body, headers, now }, place);
}

function networkError(
  key: "model.refused" | "model.unknownHost" | "model.certificate" | "model.selfSigned",
  place: ErrorContext,
  reason: string,
): ModelError {
  return { kind: "network", retryable: true, reason, userMessage: sentence(key, place, reason) };
}

/** The error and what caused it, the outermost first. */
function causesOf(thrown: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let cause = thrown; cause instanceof Error && causes.length < 8; cause = cause.cause) causes.push(cause);
  return causes;
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
