import type { Clock } from "../host.ts";

const everyMs = 250;
/** Of what nobody asked for: notices and lines of a log. A message costs also where it is short. */
const mostChars = 1_000_000;
const costOfOne = 1000;

/** How much of what a server says unasked is read: one that says it without end is read slowly, and costs no core. */
export interface Flow {
  /** Counts it. The promise resolves when more may be read; null where that is now. */
  take(chars: number): Promise<void> | null;
}

export function createFlow(clock: Clock): Flow {
  let began = Number.NEGATIVE_INFINITY;
  let taken = 0;
  return {
    take(chars) {
      const now = clock.monotonic();
      if (now - began >= everyMs) {
        began = now;
        taken = 0;
      }
      taken += chars + costOfOne;
      if (taken < mostChars) return null;
      return new Promise((resolve) => clock.setTimer(Math.max(1, began + everyMs - now), resolve));
    },
  };
}
