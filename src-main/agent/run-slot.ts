import type { RunContext } from "./dependencies.ts";
import type { OpenedRun as CheckedRun } from "./open-run.ts";

/** A run that can begin, with what stops it. */
export interface OpenedRun extends CheckedRun {
  readonly abort: AbortController;
}

/** The one run of a session that may be on, and what follows its end. */
export interface RunSlot {
  /** Null when none is on. */
  readonly run: RunContext | null;
  readonly isOn: boolean;
  /** A run is on, or what follows it (a queued message) has not begun yet. */
  readonly isBusy: boolean;
  /** `execute` is the whole run, and `follow` what comes after its end; neither may throw. */
  launch(opened: OpenedRun, execute: () => Promise<void>, follow: () => Promise<void>): void;
  /** A run is on that nobody has ended yet. */
  readonly canAbort: boolean;
  /** Ends the run that is on. False when there is none, or it was ended before. */
  abort(): boolean;
  /** Resolves when no run is on. */
  idle(): Promise<void>;
  /** Resolves when what followed the last run has begun, for an orderly end. */
  settled(): Promise<void>;
}

interface ActiveRun {
  readonly run: RunContext;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

export function createRunSlot(): RunSlot {
  let active: ActiveRun | null = null;
  /** Set until the work that follows the last run has begun. */
  let following: Promise<void> | null = null;
  const canAbort = (): boolean => active !== null && !active.abort.signal.aborted;
  return {
    get run() {
      return active?.run ?? null;
    },
    get isOn() {
      return active !== null;
    },
    get isBusy() {
      return following !== null;
    },
    launch({ run, abort }, execute, follow) {
      const done = execute().then(() => {
        active = null;
      });
      active = { run, abort, done };
      const next = done.then(follow).then(() => {
        if (following === next) following = null;
      });
      following = next;
    },
    get canAbort() {
      return canAbort();
    },
    abort() {
      if (!canAbort()) return false;
      active?.abort.abort();
      return true;
    },
    async idle() {
      while (active !== null) await active.done;
    },
    async settled() {
      await following;
    },
  };
}
