import type { Clock } from "../host.ts";

/** How long a turn may take by the clock on the wall; it stands still while a person is waited for. */
export interface TurnClock extends Disposable {
  start(): void;
  /** Pauses the clock while the run waits for a person; calls may overlap. Disposing resumes it. */
  wait(): Disposable;
  /** The limit has struck. */
  readonly isOver: boolean;
}

export function createTurnClock(clock: Clock, limitMs: number, onOver: () => void): TurnClock {
  let left = limitMs;
  let waits = 0;
  let isOver = false;
  let running: { readonly since: number; readonly timer: Disposable } | null = null;

  function halt(): void {
    if (running === null) return;
    left -= clock.monotonic() - running.since;
    running.timer[Symbol.dispose]();
    running = null;
  }

  function go(): void {
    if (isOver || waits > 0 || running !== null) return;
    const timer = clock.setTimer(Math.max(0, left), () => {
      running = null;
      isOver = true;
      onOver();
    });
    running = { since: clock.monotonic(), timer };
  }

  return {
    get isOver() {
      return isOver;
    },
    start: go,
    wait() {
      halt();
      waits += 1;
      let isWaiting = true;
      return {
        [Symbol.dispose]() {
          if (!isWaiting) return;
          isWaiting = false;
          waits -= 1;
          go();
        },
      };
    },
    [Symbol.dispose]: halt,
  };
}
