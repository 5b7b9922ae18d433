import type { Clock } from "../host.ts";
import type { ModelError } from "./model.ts";

const baseDelayMs = 500;
/** Perch waits no longer than this by itself. */
export const maxDelayMs = 120_000;
const ordinaryRetries = 3;
/** Where the provider itself says when to come back. */
const toldRetries = 5;

/** How often a request that failed like this is sent again. */
export function retriesFor(error: ModelError, limit: number | undefined): number {
  // The turn itself asks again after a blank answer, and then in another way.
  if (!error.retryable || error.kind === "empty") return 0;
  // Asking before the provider allows it only makes it worse.
  if (error.retryAfterMs !== undefined && error.retryAfterMs > maxDelayMs) return 0;
  const most = error.retryAfterMs === undefined ? ordinaryRetries : toldRetries;
  return limit === undefined ? most : Math.min(limit, most);
}

/** Exponential with jitter, or what the provider asked for; never more than `maxDelayMs`. `attempt` counts from 1. */
export function retryDelayMs(error: ModelError, attempt: number, random: () => number): number {
  const jitter = 0.75 + random() * 0.5;
  const own = baseDelayMs * 2 ** (attempt - 1) * jitter;
  return Math.round(Math.min(maxDelayMs, error.retryAfterMs ?? own));
}

/** Longer than a person likes to wait where another model could answer. */
export function isLong(attempt: number, delayMs: number): boolean {
  return attempt > 1 || delayMs > 2000;
}

/** Waits on the clock; answers false when the signal ended the wait. */
export function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = clock.setTimer(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve(true);
    });
    function stop(): void {
      timer[Symbol.dispose]();
      resolve(false);
    }
    signal.addEventListener("abort", stop, { once: true });
  });
}
