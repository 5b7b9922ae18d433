import type { Clock } from "../../src-main/host.ts";

export interface ManualClock extends Clock {
  /** Moves time on and fires what is due, in order. */
  advance(ms: number): void;
  /** Timers that are set. */
  readonly pending: number;
}

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** A clock that only a test moves. */
export function createManualClock(start = 1_700_000_000_000): ManualClock {
  let elapsed = 0;
  const timers = new Set<Timer>();

  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    get pending() {
      return timers.size;
    },
    setTimer(ms, callback) {
      const timer = { due: elapsed + ms, callback };
      timers.add(timer);
      return { [Symbol.dispose]: () => void timers.delete(timer) };
    },
    advance(ms) {
      const until = elapsed + ms;
      for (;;) {
        const [next] = [...timers].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due);
        if (next === undefined) break;
        timers.delete(next);
        elapsed = Math.max(elapsed, next.due);
        next.callback();
      }
      elapsed = until;
    },
  };
}
