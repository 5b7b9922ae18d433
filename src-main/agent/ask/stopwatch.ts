import type { Clock } from "../../host.ts";
import type { ModelSink } from "../../models/model.ts";

/** Milliseconds, from the moment the call began. */
export interface CallTimes {
  /** Null where nothing was said. */
  readonly firstTokenMs: number | null;
  readonly durationMs: number;
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
  const note = (): void => {
    firstTokenMs ??= clock.monotonic() - started;
  };
  return {
    sink: {
      text(delta) {
        note();
        sink.text(delta);
      },
      reasoning(delta) {
        note();
        sink.reasoning(delta);
      },
      retry: sink.retry,
    },
    times: () => ({ firstTokenMs, durationMs: clock.monotonic() - started }),
  };
}
