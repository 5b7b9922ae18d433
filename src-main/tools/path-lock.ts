import { createLane, type Lane } from "../bus/lane.ts";

/** Lets one caller at a time work on a path; callers on other paths do not wait. */
export interface PathLock {
  /** Runs `work` when every earlier holder of the path is done. Rejects with the signal's reason if it is aborted first. */
  hold<Value>(path: string, signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
}

interface HeldPath {
  readonly lane: Lane;
  holders: number;
}

export function createPathLock(): PathLock {
  const paths = new Map<string, HeldPath>();
  return {
    async hold(path, signal, work) {
      // Two spellings of one name share a lock: waiting too often is harmless, mixing two writes is not.
      const key = path.normalize("NFC").toLowerCase();
      const held = paths.get(key) ?? { lane: createLane(), holders: 0 };
      paths.set(key, held);
      held.holders += 1;
      try {
        return await held.lane(async () => {
          signal.throwIfAborted();
          return work();
        });
      } finally {
        held.holders -= 1;
        if (held.holders === 0) paths.delete(key);
      }
    },
  };
}
