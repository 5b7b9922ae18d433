import type { Clock } from "../../host.ts";

/** Ends what has been silent for too long. Being told of life is cheap: it moves no timer. */
export interface IdleWatch extends Disposable {
  /** `now` of the monotonic clock. */
  aliveAt(now: number): void;
  /** Shortens the allowed silence to this many milliseconds. */
  shorten(ms: number): void;
}

export function watchIdle(clock: Clock, limitMs: number, onIdle: () => void): IdleWatch {
  let limit = limitMs;
  let lastLife = clock.monotonic();
  let timer: Disposable | null = clock.setTimer(limit, check);

  function check(): void {
    const left = limit - (clock.monotonic() - lastLife);
    if (left > 0) {
      timer = clock.setTimer(left, check);
      return;
    }
    timer = null;
    onIdle();
  }

  return {
    aliveAt(now) {
      lastLife = now;
    },
    shorten(ms) {
      if (ms >= limit) return;
      limit = ms;
      timer?.[Symbol.dispose]();
      timer = clock.setTimer(ms, check);
    },
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]();
      timer = null;
    },
  };
}
