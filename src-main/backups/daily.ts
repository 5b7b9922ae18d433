import type { BackupReason, BackupRow } from "../../src-preload/contract/backups.ts";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { Clock, Log } from "../host.ts";

export interface DailyParts {
  readonly clock: Pick<Clock, "now" | "setTimer">;
  readonly log: Log;
  readonly isOn: () => Promise<boolean>;
  /** When the newest backup was made; null where there is none. Milliseconds since 1970. */
  readonly newest: () => Promise<number | null>;
  readonly isChanged: () => AsyncResult<boolean>;
  readonly make: (reason: BackupReason) => AsyncResult<BackupRow>;
  /** The first failure in a row; null: the next one was made. */
  readonly onProblem: (problem: ContractError | null) => void;
}

export interface DailyBackup extends Disposable {
  start(): void;
  /** The computer slept, or its clock was put on. */
  wake(): void;
  /** Why the last one failed, as a sentence; null where it did not. */
  readonly problem: string | null;
}

const dayMs = 24 * 60 * 60_000;
/** A start has other things to do first. */
const afterStartMs = 5 * 60_000;
/** A clock that is put on, or a computer that slept without telling, is noticed after this. */
const lookEveryMs = 60 * 60_000;

/** A backup a day at most, where something was changed since the newest one. */
export function createDailyBackup(parts: DailyParts): DailyBackup {
  const { clock, log } = parts;
  let timer: Disposable | null = null;
  let problem: string | null = null;
  let isClosed = false;
  let isLooking = false;

  function lookIn(ms: number): void {
    timer?.[Symbol.dispose]();
    timer = isClosed ? null : clock.setTimer(ms, () => void look());
  }

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      lookIn(await makeIfDue());
    } catch (cause) {
      log("error", "the daily backup could not be looked at", { cause: String(cause) });
      lookIn(lookEveryMs);
    } finally {
      isLooking = false;
    }
  }

  /** In how many milliseconds to look again. */
  async function makeIfDue(): Promise<number> {
    if (!(await parts.isOn())) return lookEveryMs;
    const newest = await parts.newest();
    const now = clock.now();
    // One of the future was made before the clock was put back.
    const wait = newest === null || newest > now ? 0 : newest + dayMs - now;
    if (wait > 0) return Math.min(wait, lookEveryMs);
    const changed = await parts.isChanged();
    if (changed.ok && !changed.value) return lookEveryMs;
    const made = changed.ok ? await parts.make("daily") : changed;
    if (!made.ok && (made.error.code === "busy" || made.error.code === "cancelled")) return lookEveryMs;
    tell(made.ok ? null : made.error);
    return lookEveryMs;
  }

  function tell(error: ContractError | null): void {
    const isNew = error !== null && problem === null;
    problem = error?.message ?? null;
    if (error !== null) log("warn", "the daily backup failed", { reason: error.message });
    if (isNew || error === null) parts.onProblem(error);
  }

  return {
    start: () => lookIn(afterStartMs),
    wake: () => timer !== null && lookIn(afterStartMs),
    get problem() {
      return problem;
    },
    [Symbol.dispose]() {
      isClosed = true;
      timer?.[Symbol.dispose]();
    },
  };
}
