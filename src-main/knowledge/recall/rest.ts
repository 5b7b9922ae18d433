import type { Clock } from "../../host.ts";

/** The time after a failure in which nothing is tried: each time longer, until something works. */
export interface Rest {
  begin(): void;
  end(): void;
  /** 0 where it is over. */
  leftMs(): number;
}

const firstMs = 30_000;
const longestMs = 30 * 60_000;

export function createRest(clock: Pick<Clock, "monotonic">): Rest {
  let nextMs = firstMs;
  let until = Number.NEGATIVE_INFINITY;
  return {
    begin() {
      until = clock.monotonic() + nextMs;
      nextMs = Math.min(longestMs, nextMs * 2);
    },
    end() {
      nextMs = firstMs;
      until = Number.NEGATIVE_INFINITY;
    },
    leftMs: () => Math.max(0, until - clock.monotonic()),
  };
}
