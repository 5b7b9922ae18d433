import type { Effect } from "../../src-preload/contract/records.ts";

export const warnAt = 3;
export const stopAt = 5;

export type RepeatVerdict =
  | { readonly kind: "fine" }
  | { readonly kind: "warn"; readonly count: number }
  | { readonly kind: "stop"; readonly count: number };

export interface RepeatGuard {
  /** Counts one call; call it before the call runs. */
  check(name: string, args: Readonly<Record<string, unknown>>): RepeatVerdict;
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

/** One run's memory of its calls: the same call with the same arguments is warned about, then stopped. */
export function createRepeatGuard(): RepeatGuard {
  const counts = new Map<string, number>();
  const everSeen = new Map<string, number>();
  const keyOf = (name: string, args: Readonly<Record<string, unknown>>): string =>
    `${name} ${JSON.stringify(canonical(args))}`;
  return {
    check(name, args) {
      const key = keyOf(name, args);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      everSeen.set(key, (everSeen.get(key) ?? 0) + 1);
      if (count >= stopAt) return { kind: "stop", count };
      return count >= warnAt ? { kind: "warn", count } : { kind: "fine" };
    },
    changed(name, args, effect) {
      const key = keyOf(name, args);
      if (effect === "read" || (everSeen.get(key) ?? 0) > 1) return;
      for (const other of counts.keys()) if (other !== key) counts.delete(other);
    },
  };
}
