import { isObject, numberOf, textOf } from "../json.ts";
import type { Fault } from "./fault.ts";

/** Header names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const duration = /(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)(?![a-z])/gi;

/** How long the provider asks to wait, in ms: `retry-after-ms`, `Retry-After`, `RetryInfo`, words. Null when it does not. */
export function retryAfterMs(fault: Fault, headers: AnswerHeaders, now: number): number | null {
  return headerDelay(headers, now) ?? retryInfo(fault) ?? fieldDelay(fault) ?? delayInWords(fault.words);
}

function headerDelay(headers: AnswerHeaders, now: number): number | null {
  const fine = numberOf(single(headers["retry-after-ms"]));
  if (fine !== null) return Math.round(fine);
  const after = single(headers["retry-after"]);
  const seconds = numberOf(after);
  if (seconds !== null) return Math.round(seconds * 1000);
  const date = after === undefined ? Number.NaN : Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}

function retryInfo(fault: Fault): number | null {
  for (const told of fault.objects) {
    const details = told["details"];
    if (!Array.isArray(details)) continue;
    for (const detail of details) {
      const delay = isObject(detail) ? textOf(detail["retryDelay"]) : "";
      if (delay !== "") return sumOf(delay);
    }
  }
  return null;
}

function fieldDelay(fault: Fault): number | null {
  for (const told of fault.objects) {
    const seconds = numberOf(told["retry_after"] ?? told["retry_after_seconds"]);
    if (seconds !== null) return Math.round(seconds * 1000);
  }
  return null;
}

function delayInWords(words: string): number | null {
  const told =
    /(?:try again|retry|wait)(?:[^.\d]{0,30}?)(?:in|after|for)\s+((?:\d+(?:\.\d+)?\s*[a-z]+[\s,]*(?:and\s+)?)+)/i.exec(
      words,
    );
  return told?.[1] === undefined ? null : sumOf(told[1]);
}

/** `1m2.5s`, `350ms`, `31.4 seconds` in ms. */
function sumOf(text: string): number | null {
  let sum: number | null = null;
  for (const [, count, unit] of text.matchAll(duration)) {
    const name = (unit ?? "").toLowerCase();
    const key = name === "ms" || name.startsWith("milli") ? "ms" : name.charAt(0);
    sum = (sum ?? 0) + Number(count) * (unitMs[key] ?? 0);
  }
  return sum === null ? null : Math.ceil(sum);
}
