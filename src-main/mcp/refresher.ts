import type { Clock } from "../host.ts";

/** What changes without end is looked at so often. */
const pauseMs = 1000;

/** Looks again at what is said to have changed: at once, and then once in a while, however often it is said meanwhile. */
export interface Refresher extends Disposable {
  /** It has changed. */
  soon(): void;
}

/** `look` never throws. A change that is told during a look is looked at after it. */
export function createRefresher(clock: Clock, look: () => Promise<void>): Refresher {
  let timer: Disposable | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  let isStale = false;

  function soon(): void {
    if (isLooking) isStale = true;
    else timer ??= clock.setTimer(Math.max(0, lookedAt + pauseMs - clock.monotonic()), () => void refresh());
  }

  async function refresh(): Promise<void> {
    timer = null;
    lookedAt = clock.monotonic();
    isLooking = true;
    await look();
    isLooking = false;
    if (isStale) {
      isStale = false;
      soon();
    }
  }

  return {
    soon,
    [Symbol.dispose]() {
      isStale = false;
      timer?.[Symbol.dispose]();
      timer = null;
    },
  };
}
