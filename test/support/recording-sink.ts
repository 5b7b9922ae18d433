import type { ModelSink } from "../../src-main/models/model.ts";

export interface RecordingSink extends ModelSink {
  readonly texts: readonly string[];
  readonly shown: string;
  readonly thoughts: string;
  readonly retries: readonly { readonly attempt: number; readonly delayMs: number; readonly message: string }[];
  /** Resolves when the text shown so far contains `part`. */
  textWith(part: string): Promise<void>;
  /** Resolves when so many retries were told. */
  retryNumber(count: number): Promise<void>;
}

export function createRecordingSink(): RecordingSink {
  const texts: string[] = [];
  const retries: { attempt: number; delayMs: number; message: string }[] = [];
  const waitingForRetry: { readonly count: number; readonly resolve: () => void }[] = [];
  const waiting: { readonly part: string; readonly resolve: () => void }[] = [];
  let thoughts = "";
  return {
    texts,
    retries,
    get shown() {
      return texts.join("");
    },
    get thoughts() {
      return thoughts;
    },
    text(delta) {
      texts.push(delta);
      for (const waiter of waiting) if (texts.join("").includes(waiter.part)) waiter.resolve();
    },
    reasoning(delta) {
      thoughts += delta;
    },
    retry(attempt, delayMs, message) {
      retries.push({ attempt, delayMs, message });
      for (const waiter of waitingForRetry) if (retries.length >= waiter.count) waiter.resolve();
    },
    retryNumber(count) {
      return retries.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waitingForRetry.push({ count, resolve }));
    },
    textWith(part) {
      return texts.join("").includes(part)
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ part, resolve }));
    },
  };
}
