import type { BackupWork } from "../../src-preload/contract/backups.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail } from "../../src-preload/contract/result.ts";
import type { Clock } from "../host.ts";
import { text } from "../words.ts";

/** The work that is on; who does it tells how far it is, in bytes. */
export interface OpenWork {
  readonly signal: AbortSignal;
  tell(done: number, total: number): void;
}

/** So often somebody is told how far it is, in milliseconds. */
const tellEveryMs = 250;

/** Making and restoring backups: one at a time, told as it goes, and stopped by whoever asks. */
export class OneWork implements AsyncDisposable {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #onWork: (work: BackupWork | null) => void;
  #work: BackupWork | null = null;
  #stopping: AbortController | null = null;
  #over: Promise<unknown> = Promise.resolve();

  constructor(clock: Pick<Clock, "monotonic">, onWork: (work: BackupWork | null) => void) {
    this.#clock = clock;
    this.#onWork = onWork;
  }

  get current(): BackupWork | null {
    return this.#work;
  }

  stop(): void {
    this.#stopping?.abort();
  }

  /** `busy` while another one is on. */
  async during<Value>(kind: BackupWork["kind"], task: (at: OpenWork) => AsyncResult<Value>): AsyncResult<Value> {
    if (this.#stopping !== null) return fail(contractError("busy", text("backup.busy")));
    const controller = new AbortController();
    this.#stopping = controller;
    const running = task(this.#begin(kind, controller.signal));
    this.#over = running.catch(() => undefined);
    try {
      return await running;
    } finally {
      this.#stopping = null;
      this.#work = null;
      this.#onWork(null);
    }
  }

  #begin(kind: BackupWork["kind"], signal: AbortSignal): OpenWork {
    let toldAt = this.#clock.monotonic();
    this.#work = { kind, done: 0, total: 0 };
    this.#onWork(this.#work);
    return {
      signal,
      tell: (done, total) => {
        this.#work = { kind, done, total };
        if (this.#clock.monotonic() - toldAt < tellEveryMs) return;
        toldAt = this.#clock.monotonic();
        this.#onWork(this.#work);
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    await this.#over;
  }
}
