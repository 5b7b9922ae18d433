import type { BackOff, Job, SlotLine, Trigger } from "../../src-preload/contract/automations.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Slot } from "./due-slots.ts";
import { nextTimes } from "./next-times.ts";

type EndedLine = Extract<SlotLine, { kind: "ended" }>;

/** A run of a job, as the log tells it. */
export interface PastRun {
  readonly sessionKey: SessionKey;
  readonly due: Slot;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  readonly trigger: Trigger;
  /** Null while it is on. */
  readonly end: EndedLine | null;
  /** The person has read what came of it. */
  readonly isRead: boolean;
}

/** The times of a job since the last one that was used. */
export interface SinceLast {
  /** The time that was used; null where none was. */
  readonly last: Slot | null;
  /** So many came since, and none of them was used. */
  readonly passed: number;
}

type Told = Pick<Job, "deliverTo" | "kind" | "notify">;
type BackedOff = Pick<Job, "backOff" | "dueAfter" | "schedule"> & Told;

/** So many results that nobody reads make a job be run half as often; twice as many, half of that. */
const unreadStep = 5;
const mostHalvings = 3;
/** A job that fails is not held up for longer than this: one that is due once a day is not left out. */
const failedForMs = 24 * 3_600_000;

/** Whether the end of a run told something that a person can read. */
export function tellsSomething({ kind, notify, deliverTo }: Told, { outcome, said }: EndedLine): boolean {
  if (kind === "reminder" || outcome === "stopped") return false;
  if (outcome !== "done") return notify !== "never";
  return said !== "" && (deliverTo !== null || notify === "always");
}

/** Whether a job is run less often for now. `runs`: the newest first. Null where it is run at each of its times. */
export function backOffOf(job: BackedOff, runs: readonly PastRun[]): BackOff | null {
  if (!job.backOff || job.kind === "reminder" || job.schedule.kind === "at") return null;
  const since = Date.parse(job.dueAfter);
  const own = runs.filter(({ begunAt }) => begunAt >= since);
  const failed = failuresIn(own);
  const unread = unreadIn(job, own);
  const byFailures = Math.min(failed, mostHalvings);
  const byUnread = Math.min(Math.floor(unread / unreadStep), mostHalvings);
  const factor = factors[Math.max(byFailures, byUnread)];
  if (factor === undefined) return null;
  return byFailures >= byUnread
    ? { factor, reason: "failed", count: failed }
    : { factor, reason: "unread", count: unread };
}

const factors = [undefined, 2, 4, 8] as const;

/** Failures one after the other that nobody has read of. */
function failuresIn(runs: readonly PastRun[]): number {
  let count = 0;
  for (const { end, isRead } of runs) {
    if (isRead || end?.outcome === "done") break;
    if (end?.outcome === "failed") count += 1;
  }
  return count;
}

/** Results one after the other that nobody has read. Who runs a job by hand is there. */
function unreadIn(job: Told, runs: readonly PastRun[]): number {
  let count = 0;
  for (const { end, isRead, trigger } of runs) {
    if (isRead || trigger === "hand" || trigger === "trial") break;
    if (end !== null && tellsSomething(job, end)) count += 1;
  }
  return count;
}

/** Whether a time is left out, as the job is run less often. */
export function isRested(backOff: BackOff | null, slot: Slot, { last, passed }: SinceLast): boolean {
  if (backOff === null || last === null) return false;
  if (backOff.reason === "failed" && slot - last >= failedForMs) return false;
  return passed < backOff.factor - 1;
}

/** The first time after `from` that is used; null where there is none. */
export function nextUsed(
  schedule: Job["schedule"],
  from: number,
  { backOff, sinceLast }: { readonly backOff: BackOff | null; readonly sinceLast: SinceLast },
): Slot | null {
  let { passed } = sinceLast;
  for (let at = from; ; passed += 1) {
    const [next] = nextTimes(schedule, at, 1);
    if (next === undefined) return null;
    if (!isRested(backOff, next, { ...sinceLast, passed })) return next;
    at = next;
  }
}
