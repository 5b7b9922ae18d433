import type { ReadSchedule, Schedule } from "../../src-preload/contract/automations.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import { checkSchedule, nextTimes } from "./next-times.ts";
import { readSchedule } from "./read-schedule.ts";

/** Schedules as they are asked about now. */
export interface Schedules {
  /** From words or the fields of cron, by the clock of a zone, the person's unless told; `invalid-input` says what is wrong. */
  read(words: string, zone?: string): AsyncResult<ReadSchedule>;
  /** The next five times, in milliseconds since 1970; fewer where it comes no more. */
  times(schedule: Schedule): readonly number[];
}

interface SchedulesParts {
  readonly now: () => number;
  /** IANA name. */
  readonly timezone: () => Promise<string>;
}

/** So many of its next times are told. */
const shownTimes = 5;

export function createSchedules({ now, timezone }: SchedulesParts): Schedules {
  return {
    async read(words, zone) {
      const schedule = readSchedule(words, { now: now(), timezone: zone ?? (await timezone()) });
      if (schedule === null) return fail(contractError("invalid-input", text("job.schedule.unread")));
      const checked = checkSchedule(schedule, now());
      return checked.ok ? ok({ schedule, next: nextTimes(schedule, now(), shownTimes) }) : checked;
    },
    times: (schedule) => nextTimes(schedule, now(), shownTimes),
  };
}
