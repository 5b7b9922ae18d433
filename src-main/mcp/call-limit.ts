import type { Clock } from "../host.ts";

/** How long a server may be silent in a call; while the person is asked no time passes. */
export interface CallLimit extends Disposable {
  /** Ends the call: it was stopped, or the time is over. */
  readonly signal: AbortSignal;
  readonly isOver: boolean;
  /** The server is at work: the time begins anew. */
  again(): void;
  standStill(): Disposable;
}

export function createCallLimit(clock: Clock, timeoutMs: number, stopped: AbortSignal): CallLimit {
  const over = new AbortController();
  let standing = 0;
  let timer: Disposable | null = null;
  const stop = (): void => {
    timer?.[Symbol.dispose]();
    timer = null;
  };
  const begin = (): void => {
    stop();
    if (standing === 0) timer = clock.setTimer(timeoutMs, () => over.abort());
  };
  begin();
  return {
    signal: AbortSignal.any([stopped, over.signal]),
    get isOver() {
      return over.signal.aborted;
    },
    again: begin,
    standStill() {
      standing += 1;
      stop();
      let isDone = false;
      return {
        [Symbol.dispose]() {
          if (isDone) return;
          isDone = true;
          standing -= 1;
          begin();
        },
      };
    },
    [Symbol.dispose]() {
      // Whoever still stands when the call is over begins nothing anew.
      standing = Number.POSITIVE_INFINITY;
      stop();
    },
  };
}
