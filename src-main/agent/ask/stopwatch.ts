import type { Clock } from "../../host.ts";
import type { ModelSink } from "../../models/model.ts";

/** Milliseconds, from the moment the call began. */
export interface CallTimes {
  /** Null where nothing was said. */
  readonly firstTokenMs: number | null;
  readonly durationMs: number;
  /** From the first thought to the first word, or to now; null where no thought was told. */
  readonly reasoningMs: number | null;
}

export interface Stopwatch {
  /** Hands on what comes and notes when the first of it came. */
  readonly sink: ModelSink;
  /** The current values. */
  times(): CallTimes;
}

export function createStopwatch(clock: Pick<Clock, "monotonic">, sink: ModelSink): Stopwatch {
  const started = clock.monotonic();
  let firstTokenMs: number | null = null;
  let thoughtAt: number | null = null;
  let spokeAt: number | null = null;
  const note = (): void => {
    firstTokenMs ??= clock.monotonic() - started;
  };
  return {
    sink: {
      text(delta) {
        note();
        spokeAt ??= clock.monotonic();
        sink.text(delta);
      },
      reasoning(delta) {
        note();
        thoughtAt ??= clock.monotonic();
        sink.reasoning(delta);
      },
      retry: sink.retry,
    },
    times: () => ({
      firstTokenMs,
      durationMs: clock.monotonic() - started,
      reasoningMs: thoughtAt === null ? null : Math.max(0, (spokeAt ?? clock.monotonic()) - thoughtAt),
    }),
  };
}
