import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { Threads, ThreadsNeeded } from "./threads.ts";

/** The threads of the Inbox: their code comes with its page, which makes them when it is first drawn. */
export function createLaterThreads(needed: ThreadsNeeded) {
  let made: Threads | null = null;
  return {
    with(make: (needed: ThreadsNeeded) => Threads): Threads {
      made ??= make(needed);
      return made;
    },
    close: (): void => made?.close(),
    apply: (events: readonly PerchEvent[]): void => made?.apply(events),
    async reset(): Promise<void> {
      await made?.reset();
    },
  };
}
