import type { ExitCode } from "./context.ts";

const statuses = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** The signals that ask a process to end. */
export interface Interrupts {
  /** Returns the undo. The signals stay caught after it: a second one must not kill what is closing. */
  listen(listener: (status: ExitCode) => void): () => void;
  /** As a SIGTERM of another process; on Windows there is none. */
  end(): void;
  readonly first: ExitCode | null;
}

export function createInterrupts(): Interrupts {
  const listeners = new Set<(status: ExitCode) => void>();
  let isCatching = false;
  let first: ExitCode | null = null;

  function came(status: ExitCode): void {
    first ??= status;
    for (const listener of [...listeners]) listener(status);
  }

  function catchSignals(): void {
    if (isCatching) return;
    isCatching = true;
    process.on("SIGHUP", () => came(statuses.SIGHUP));
    process.on("SIGINT", () => came(statuses.SIGINT));
    process.on("SIGTERM", () => came(statuses.SIGTERM));
  }

  return {
    listen(listener) {
      catchSignals();
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end() {
      if (isCatching) came(statuses.SIGTERM);
      else process.kill(process.pid, "SIGTERM");
    },
    get first() {
      return first;
    },
  };
}
