import type { Job } from "../../src-preload/contract/automations.ts";
import { nextTimes } from "./next-times.ts";

/** One time of a job at which it is due, in milliseconds since 1970. A slot is run once or not at all. */
export type Slot = number;

/** What becomes of the slots of a job that have come since the last look. */
export interface DueSlots {
  /** The one that is run now; null where none is. */
  readonly run: Slot | null;
  /** The run comes so late that its rule for what is missed allowed it. */
  readonly isLate: boolean;
  /** Nobody could run these in time; the person is asked about the last of them. */
  readonly ask: Slot | null;
  /** Those that are not run. */
  readonly missed: MissedSlots | null;
}

interface MissedSlots {
  readonly first: Slot;
  readonly last: Slot;
  /** At most `mostMissed`: then there may be more. */
  readonly count: number;
}

/** A run that begins within this time of its slot is in time: a machine was busy or slept for a moment. */
export const inTimeMs = 5 * 60_000;
/** A slot that is older is not caught up. */
const catchUpMs = 7 * 24 * 3_600_000;
/** So many are counted. */
export const mostMissed = 200;

/**
 * Which slots of a job in (`after`, `now`] are run. Of several the last one alone: nobody wants a week of reports at once. `hasBegun`: a
 * slot that was run already, as it is after the clock was put back.
 */
export function dueSlots(
  { schedule, missed: rule }: Pick<Job, "schedule" | "missed">,
  { after, now }: { readonly after: number; readonly now: number },
  hasBegun: (slot: Slot) => boolean,
): DueSlots {
  const slots: Slot[] = [];
  let last: Slot | null = null;
  let hasMore = false;
  for (let at = after; ; ) {
    const [next] = nextTimes(schedule, at, 1);
    if (next === undefined || next > now) break;
    if (slots.length >= mostMissed) {
      hasMore = true;
      last = lastSlot(schedule, next, now);
      break;
    }
    slots.push(next);
    at = next;
  }
  const open = slots.filter((slot) => !hasBegun(slot));
  const newest = last !== null && !hasBegun(last) ? last : (open.at(-1) ?? null);
  if (newest === null) return { run: null, isLate: false, ask: null, missed: null };
  const isLate = now - newest > inTimeMs;
  const isRun = !isLate || (rule === "catch-up" && now - newest <= catchUpMs);
  const isAsked = !isRun && rule === "ask" && now - newest <= catchUpMs;
  const isMissed = !isRun && !isAsked;
  return {
    run: isRun ? newest : null,
    isLate: isRun && isLate,
    ask: isAsked ? newest : null,
    missed: missedOf(isMissed ? open : open.filter((slot) => slot !== newest), (first) =>
      hasMore ? (isMissed ? newest : lastSlot(schedule, first, newest - 1)) : null,
    ),
  };
}

/** `lastOfMore`: the last one, where there are more than these; null where these are all. */
function missedOf(slots: readonly Slot[], lastOfMore: (first: Slot) => Slot | null): MissedSlots | null {
  const [first] = slots;
  if (first === undefined) return null;
  return { first, last: lastOfMore(first) ?? slots.at(-1) ?? first, count: slots.length };
}

/** The last slot up to `now`, where there are too many to go through: looked for in ever longer steps back. */
function lastSlot(schedule: Job["schedule"], from: Slot, now: number): Slot {
  for (let back = 3_600_000; now - back > from; back *= 2) {
    const near = nextTimes(schedule, now - back, 1)[0];
    if (near !== undefined && near <= now) return lastOf(schedule, near, now);
  }
  return lastOf(schedule, from, now);
}

function lastOf(schedule: Job["schedule"], from: Slot, now: number): Slot {
  let last = from;
  for (;;) {
    const [next] = nextTimes(schedule, last, 1);
    if (next === undefined || next > now) return last;
    last = next;
  }
}
