import type { Effect } from "../../src-preload/contract/records.ts";

const warnAt = 3;
export const stopAt = 5;

type RepeatVerdict =
  | { readonly kind: "fine" }
  | { readonly kind: "warn"; readonly count: number }
  | { readonly kind: "stop"; readonly count: number };

export interface RepeatGuard {
  /** Counts one call; call it before the call runs. */
  check(name: string, args: Readonly<Record<string, unknown>>): RepeatVerdict;
  /** What it came to: another result than the last time makes asking again sensible, such as for a build that goes on. */
  done(name: string, args: Readonly<Record<string, unknown>>, result: string): void;
  /**
   * A call that changed something for the first time makes repeats of others sensible again: running the tests after
   * each edit is no loop, writing the same two files in turn is.
   */
  changed(name: string, args: Readonly<Record<string, unknown>>, effect: Effect): void;
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, canonical(inner)]));
}

/** One call with its arguments: how often it came to `result` in turn, and how many are on their way. */
interface Count {
  same: number;
  open: number;
  result: string | null;
}

/** One run's memory of its calls: the same call with the same result is warned about, then stopped at this time. */
export function createRepeatGuard(stop = stopAt): RepeatGuard {
  const counts = new Map<string, Count>();
  const everSeen = new Map<string, number>();
  const keyOf = (name: string, args: Readonly<Record<string, unknown>>): string =>
    `${name} ${JSON.stringify(canonical(args))}`;
  return {
    check(name, args) {
      const key = keyOf(name, args);
      const known = counts.get(key) ?? { same: 0, open: 0, result: null };
      counts.set(key, known);
      known.open += 1;
      const count = known.same + known.open;
      everSeen.set(key, (everSeen.get(key) ?? 0) + 1);
      if (count >= stop) return { kind: "stop", count };
      return count >= warnAt ? { kind: "warn", count } : { kind: "fine" };
    },
    done(name, args, result) {
      const known = counts.get(keyOf(name, args));
      if (known === undefined) return;
      known.open -= 1;
      known.same = known.result === result ? known.same + 1 : 1;
      known.result = result;
    },
    changed(name, args, effect) {
      const key = keyOf(name, args);
      if (effect === "read" || (everSeen.get(key) ?? 0) > 1) return;
      for (const other of counts.keys()) if (other !== key) counts.delete(other);
    },
  };
}
