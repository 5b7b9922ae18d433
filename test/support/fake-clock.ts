import type { Clock } from "../../src-main/host.ts";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stands still until it is moved; timers fire in order while it moves. */
export interface FakeClock extends Clock {
  advance(ms: number): void;
  readonly timers: number;
}

export function createFakeClock(start = Date.UTC(2026, 0, 5, 9, 0)): FakeClock {
  let now = start;
  let timers: Timer[] = [];
  return {
    now: () => now,
    monotonic: () => now - start,
    setTimer(ms, callback) {
      const timer: Timer = { at: now + ms, callback };
      timers.push(timer);
      return {
        [Symbol.dispose]() {
          timers = timers.filter((other) => other !== timer);
        },
      };
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const next = timers.filter((timer) => timer.at <= until).toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers = timers.filter((timer) => timer !== next);
        now = next.at;
        next.callback();
      }
      now = until;
    },
    get timers() {
      return timers.length;
    },
  };
}
