/** Lets one caller at a time work on a path; callers on other paths do not wait. */
export interface PathLock {
  /** Runs `work` when every earlier holder of the path is done. Rejects with the signal's reason if it is aborted first. */
  hold<Value>(path: string, signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
}

export function createPathLock(): PathLock {
  const tails = new Map<string, Promise<void>>();
  return {
    async hold(path, signal, work) {
      // Two spellings of one name share a lock: waiting too often is harmless, mixing two writes is not.
      const key = path.normalize("NFC").toLowerCase();
      const before = tails.get(key) ?? Promise.resolve();
      const { promise: done, resolve: release } = Promise.withResolvers<void>();
      const tail = before.then(() => done);
      tails.set(key, tail);
      try {
        await before;
        signal.throwIfAborted();
        return await work();
      } finally {
        release();
        if (tails.get(key) === tail) tails.delete(key);
      }
    },
  };
}
