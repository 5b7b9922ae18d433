import type { Clock, Log } from "../../host.ts";
import type { Recall } from "./recall.ts";

/** Makes vectors in the background, a batch at a time, until every entry has one. */
export interface VectorWork extends AsyncDisposable {
  /** There may be entries without a vector: begins soon, unless it goes on already. */
  want(): void;
  /** What it waits for may be over: begins soon, however long it would have rested. */
  hurry(): void;
}

interface VectorWorkParts {
  readonly clock: Pick<Clock, "setTimer">;
  readonly recall: Pick<Recall, "embedNext">;
  /** A batch was made, or none can be made. */
  readonly onStep: () => void;
  readonly log: Log;
}

/** What is said in a turn goes together. */
const soonMs = 5000;
/** Between two batches: a provider that counts by the minute is not overrun, and neither is a model on this computer. */
const betweenMs = 2000;

export function createVectorWork({ clock, recall, onStep, log }: VectorWorkParts): VectorWork {
  const ending = new AbortController();
  let timer: Disposable | null = null;
  let step: Promise<void> | null = null;
  let isWanted = false;

  function plan(afterMs: number): void {
    if (ending.signal.aborted) return;
    timer ??= clock.setTimer(afterMs, () => {
      timer = null;
      step = next();
    });
  }

  async function next(): Promise<void> {
    isWanted = false;
    const made = await recall.embedNext(ending.signal);
    step = null;
    if (ending.signal.aborted) return;
    if (!made.ok) {
      log("warn", "vectors could not be kept", { reason: made.error.message });
      return;
    }
    if (made.value.kind !== "whole") onStep();
    if (made.value.kind === "waits") plan(made.value.forMs);
    else if (made.value.kind === "made" || isWanted) plan(betweenMs);
  }

  return {
    want() {
      isWanted = true;
      if (step === null) plan(soonMs);
    },
    hurry() {
      timer?.[Symbol.dispose]();
      timer = null;
      isWanted = true;
      if (step === null) plan(soonMs);
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      timer?.[Symbol.dispose]();
      await step;
    },
  };
}
