import type { Clock } from "../../../src-main/host.ts";

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** Time as it passes, and the clock on the wall, which can be set wrong: what a process sees while it is awake. */
export class SimulatedTime {
  /** Milliseconds since 1970, as they are. */
  real: number;
  /** What the clock on the wall is wrong by. */
  offset = 0;
  #timers = new Set<Timer>();

  constructor(start: number) {
    this.real = start;
  }

  get wall(): number {
    return this.real + this.offset;
  }

  /** When the next timer strikes. */
  get next(): number {
    return Math.min(...[...this.#timers].map(({ due }) => due));
  }

  /** The clock of one process: its timers go with it. */
  process(): Clock & Disposable {
    const own = new Set<Timer>();
    return {
      now: () => this.wall,
      monotonic: () => this.real,
      setTimer: (ms, callback) => {
        const timer = { due: this.real + ms, callback };
        own.add(timer);
        this.#timers.add(timer);
        return { [Symbol.dispose]: () => void this.#timers.delete(timer) };
      },
      [Symbol.dispose]: () => {
        for (const timer of own) this.#timers.delete(timer);
      },
    };
  }

  /** Lets the timers strike that are due. */
  strike(): void {
    for (const timer of [...this.#timers].filter(({ due }) => due <= this.real)) {
      this.#timers.delete(timer);
      timer.callback();
    }
  }
}
