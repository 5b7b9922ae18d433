import type { Schedule } from "../../../src-preload/contract/automations.ts";
import { type TextKey, text } from "../../ui/text.ts";
import { timesWords } from "./job-words.ts";

interface NextTimesProps {
  readonly schedule: Schedule;
  /** In milliseconds since 1970. */
  readonly times: readonly number[];
  readonly isOn: boolean;
}

/** When it comes next, by the clock of this computer. */
export function NextTimes({ schedule, times, isOn }: NextTimesProps) {
  if (times.length === 0) return <span className="small meta">{text("jobs.noTimes")}</span>;
  return <span className="small meta number">{text(keyFor(schedule, isOn), { times: timesWords(times) })}</span>;
}

/** Another clock than the one of the sentence is named. */
function keyFor(schedule: Schedule, isOn: boolean): TextKey {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isElsewhere = schedule.kind === "cron" && schedule.timezone !== here;
  if (isElsewhere) return isOn ? "jobs.nextTimesHere" : "jobs.nextOnceOnHere";
  return isOn ? "jobs.nextTimes" : "jobs.nextOnceOn";
}
