import type { StoreApi } from "zustand/vanilla";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { SessionSummary } from "../../src-preload/contract/session.ts";

/** A chat runs or waits so long before it moves to its like, in milliseconds: most runs are over by then. */
export const settleMs = 2000;

interface Settling {
  readonly rows: readonly SessionSummary[];
  readonly settled: ReadonlySet<SessionKey>;
}

/** Keeps the set of the chats that have run or waited for a while: a list that moves with each short run cannot be used. */
export function followSettled(store: Pick<StoreApi<Settling>, "getState" | "setState" | "subscribe">): void {
  const timers = new Map<SessionKey, ReturnType<typeof setTimeout>>();
  const set = (change: (settled: Set<SessionKey>) => void): void => {
    const settled = new Set(store.getState().settled);
    change(settled);
    store.setState({ settled });
  };
  store.subscribe(({ rows, settled }, before) => {
    if (rows === before.rows) return;
    const lively = new Set(rows.filter(isLively).map(({ key }) => key));
    for (const key of lively) {
      if (timers.has(key) || settled.has(key)) continue;
      const settle = (): void => {
        timers.delete(key);
        set((now) => now.add(key));
      };
      timers.set(key, setTimeout(settle, settleMs));
    }
    for (const [key, timer] of timers) {
      if (lively.has(key)) continue;
      clearTimeout(timer);
      timers.delete(key);
    }
    const isOver = [...settled].filter((key) => !lively.has(key));
    if (isOver.length > 0) {
      set((now) => {
        for (const key of isOver) now.delete(key);
      });
    }
  });
}

function isLively({ state }: SessionSummary): boolean {
  return state === "running" || state === "waiting" || state === "asks";
}
