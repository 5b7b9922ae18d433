import type { Clock } from "../../src-main/host.ts";

/** The real clock, for tests that talk to a server on loopback. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    setTimer(ms, callback) {
      const timer = setTimeout(callback, ms);
      return { [Symbol.dispose]: () => clearTimeout(timer) };
    },
  };
}
