/** So many crashes within this time are no chance: the page would crash again. */
const mostCrashes = 3;
const withinMs = 60_000;

/** What a crash of the page comes to. `now`: milliseconds that only ever rise. */
export interface CrashCount {
  note(now: number): "reload" | "safe-mode";
  /** The person wants it to be tried again. */
  forget(): void;
}

export function createCrashCount(): CrashCount {
  let crashes: readonly number[] = [];
  return {
    note(now) {
      crashes = [...crashes.filter((time) => now - time < withinMs), now];
      return crashes.length < mostCrashes ? "reload" : "safe-mode";
    },
    forget() {
      crashes = [];
    },
  };
}
