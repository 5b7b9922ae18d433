import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { AsyncResult, Result } from "../../src-preload/contract/result.ts";
import { fail, ok } from "../../src-preload/contract/result.ts";
import type { LogFileOptions } from "./log-file.ts";
import { LogFile } from "./log-file.ts";
import { storageError } from "./storage-error.ts";

/**
 * A file of JSON lines that only grows. Nothing is touched before the first append: then the folder and the file are
 * made, and a tail that a crash tore is copied to the backups and cut off.
 */
export interface AppendLog {
  /**
   * Adds these lines (without line feeds) as one write; resolves when they are on the disk, with the size of the file
   * after them in bytes. Appends keep the order of the calls. A failure leaves nothing of them in the file and fails the
   * appends that wait behind it, so that there is never a gap; the next one works when the cause is gone.
   */
  append(lines: readonly string[]): AsyncResult<{ readonly size: number }>;
  /** Looks whether another program changed the file that is being written, and mends it. Nothing where it is not open. */
  verify(): AsyncResult<unknown>;
  /** Waits for what is under way and closes the file; a later append opens it again. */
  release(): Promise<void>;
}

interface Entry {
  readonly text: string;
  readonly settle: (result: Result<{ readonly size: number }, ContractError>) => void;
}

/** Characters of one write, when several appends wait. */
const maxBatchChars = 4 * 1024 * 1024;

function takeBatch(waiting: Entry[]): Entry[] {
  let chars = 0;
  const count = waiting.findIndex((entry, index) => {
    chars += entry.text.length;
    return index > 0 && chars > maxBatchChars;
  });
  return waiting.splice(0, count < 0 ? waiting.length : count);
}

/** In the order of the calls, each with the size of the file after its own lines. */
function settleWritten(batch: readonly Entry[], end: number): void {
  const bytes = batch.map((entry) => Buffer.byteLength(entry.text));
  let size = end - bytes.reduce((sum, count) => sum + count, 0);
  for (const [index, entry] of batch.entries()) {
    size += bytes[index] ?? 0;
    entry.settle(ok({ size }));
  }
}

export function openAppendLog(options: LogFileOptions): AppendLog {
  const file = new LogFile(options);
  const waiting: Entry[] = [];
  let draining: Promise<void> | null = null;

  async function drain(): Promise<void> {
    // A turn of the microtask queue, so that appends of one moment share a write.
    await null;
    while (waiting.length > 0) {
      const batch = takeBatch(waiting);
      try {
        settleWritten(batch, await file.write(batch.map((entry) => entry.text).join("")));
      } catch (error) {
        const failure = fail(storageError(error, options.path));
        options.log("error", "an append failed", { path: options.path, error: String(error) });
        for (const entry of [...batch, ...waiting.splice(0)]) entry.settle(failure);
      }
    }
    draining = null;
  }

  function add(text: string): ReturnType<AppendLog["append"]> {
    return new Promise((settle) => {
      waiting.push({ text, settle });
      draining ??= drain();
    });
  }

  return {
    append: (lines) => add(lines.map((line) => `${line}\n`).join("")),
    verify: () => (file.isOpen ? add("") : Promise.resolve(ok(undefined))),
    async release() {
      while (draining !== null) await draining;
      await file.release();
    },
  };
}
