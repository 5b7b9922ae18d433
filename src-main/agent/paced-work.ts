import type { Clock } from "../host.ts";

/** Work that is asked for again and again: never twice at a time, and not before `betweenMs` after the last try. */
export interface PacedWork<Reason> extends Disposable {
  /** `reason` joins those that wait. */
  want(reason: Reason, afterMs: number): void;
}

interface PacedWorkOptions<Reason> {
  readonly clock: Clock;
  readonly betweenMs: number;
  /** Never rejects; answers whether anything was tried. */
  readonly work: (reasons: ReadonlySet<Reason>) => Promise<boolean>;
}

export function createPacedWork<Reason>({ clock, betweenMs, work }: PacedWorkOptions<Reason>): PacedWork<Reason> {
  let wanted = new Set<Reason>();
  let timer: Disposable | null = null;
  let isBusy = false;
  let isOver = false;
  let triedAt = Number.NEGATIVE_INFINITY;

  function plan(afterMs: number): void {
    if (timer !== null || isBusy || isOver || wanted.size === 0) return;
    timer = clock.setTimer(Math.max(afterMs, triedAt + betweenMs - clock.monotonic()), () => void begin());
  }

  async function begin(): Promise<void> {
    timer = null;
    isBusy = true;
    const reasons = wanted;
    wanted = new Set();
    const began = clock.monotonic();
    if (await work(reasons)) triedAt = began;
    isBusy = false;
    plan(0);
  }

  return {
    want(reason, afterMs) {
      wanted.add(reason);
      plan(afterMs);
    },
    [Symbol.dispose]() {
      isOver = true;
      timer?.[Symbol.dispose]();
    },
  };
}
