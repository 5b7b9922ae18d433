import type { JobView, Schedule, TimeLine } from "../../../src-preload/contract/automations.ts";
import { type ScheduleStyle, scheduleWords, zoneOf } from "../../../src-preload/contract/schedule-words.ts";
import { type TextKey, text } from "../../ui/text.ts";
import { clockTime, duration, isSameDay } from "../../ui/time.ts";

export type Tone = "" | "running" | "needs" | "failed";

/** The class of words of this tone. */
export const inkOf: Readonly<Record<Tone, string>> = {
  "": "",
  running: "tone-running",
  needs: "tone-needs",
  failed: "tone-failed",
};

/** How something stands, in a word. */
export interface Standing {
  readonly word: string;
  readonly tone: Tone;
  /** More of it; "" for no more. */
  readonly more: string;
}

/** A Sunday, by the clock of nowhere. */
const someSunday = Date.UTC(2023, 0, 1);
const day = 86_400_000;

function inUtc(time: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat([], { timeZone: "UTC", ...options }).format(time);
}

/** As this computer writes times; blanks are plain ones, so that a sentence can be taken up and typed on. */
const style: ScheduleStyle = {
  moment: (time) => momentWords(time),
  timeOfDay: (hour, minute) =>
    inUtc(someSunday + (hour * 60 + minute) * 60_000, { hour: "numeric", minute: "2-digit" }).replaceAll(/\s/g, " "),
  weekday: (weekday) => inUtc(someSunday + (weekday % 7) * day, { weekday: "long" }),
  month: (month) => inUtc(Date.UTC(2023, month - 1, 1), { month: "long" }),
  list: (parts) => new Intl.ListFormat([]).format(parts),
};

/** Sentences that the agent would not read: there the fields of cron are typed on. */
const untyped: ReadonlySet<string> = new Set(["schedule.monthly", "schedule.yearly", "schedule.cron"]);

/** When it is due, as a person would type it and the agent reads it. */
export function typedWords(schedule: Schedule): string {
  if (schedule.kind === "at") {
    const at = new Date(schedule.at);
    const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
    return local.slice(0, 16).replace("T", " ");
  }
  const isUntyped = schedule.kind === "cron" && untyped.has(scheduleWords(schedule, style).key);
  return isUntyped ? schedule.expression : whenWords(schedule);
}

/** When it is due, without whose clock that is. */
function whenWords(schedule: Schedule): string {
  const { key, values } = scheduleWords(schedule, style);
  return text(key, values);
}

/** When it is due, and by the clock of which place. */
export function scheduleText(schedule: Schedule): string {
  const zone = zoneOf(schedule);
  const words = whenWords(schedule);
  return zone === null ? words : text("schedule.zone", { schedule: words, zone });
}

/** The hour today, the weekday with it this week, the date before and after that, with its year where it is another one. */
export function momentWords(time: number): string {
  const now = Date.now();
  if (isSameDay(time, now)) return text("jobs.todayAt", { time: clockTime(time) });
  const isNear = Math.abs(time - now) < 6 * day;
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  const date: Intl.DateTimeFormatOptions = isNear
    ? { weekday: "short" }
    : { day: "numeric", month: "short", ...(isThisYear ? {} : { year: "numeric" }) };
  return new Date(time).toLocaleString([], { ...date, hour: "numeric", minute: "2-digit" });
}

/** One after the other; a day is said once. */
export function timesWords(times: readonly number[]): string {
  const words = times.map((time, index) => {
    const before = times[index - 1];
    return before !== undefined && isSameDay(before, time) ? clockTime(time) : momentWords(time);
  });
  return new Intl.ListFormat([], { type: "unit" }).format(words);
}

/** Whether it is run when it is due, and what it does now. */
export function stateOf({ job, running }: JobView): Standing {
  if (running !== null) return runningWords(running);
  if (job.state === "stopped") return inWords("jobs.state.stopped", "failed");
  return inWords(job.state === "on" ? "jobs.state.on" : "jobs.state.off", "");
}

function runningWords({ waiting, retryAt }: NonNullable<JobView["running"]>): Standing {
  if (waiting) return inWords("jobs.state.waiting", "needs");
  if (retryAt === null) return inWords("jobs.state.running", "running");
  return { word: text("jobs.state.retry", { time: clockTime(retryAt) }), tone: "failed", more: "" };
}

function inWords(key: TextKey, tone: Tone, more = ""): Standing {
  return { word: text(key), tone, more };
}

/** What became of a time of a job. */
export function lineWords(line: TimeLine, { running }: JobView): Standing {
  switch (line.kind) {
    case "begun":
      return running === null ? inWords("jobs.state.running", "running") : runningWords(running);
    case "ended": {
      if (line.outcome === "done") return inWords("jobs.line.done", "", duration(line.durationMs));
      const tone = line.outcome === "failed" ? "failed" : "";
      return inWords(`jobs.line.${line.outcome}`, tone, line.reason);
    }
    case "skipped":
      return inWords("jobs.line.skipped", "", text("jobs.line.skippedWords"));
    case "missed":
      return inWords("jobs.line.missed", "", line.count === 1 ? "" : text("jobs.line.times", { count: line.count }));
    case "asked":
      return inWords("jobs.line.asked", "needs");
    case "rested":
      return inWords("jobs.line.rested", "", text(`jobs.line.rested.${line.reason}`));
    default: {
      const never: never = line;
      return never;
    }
  }
}

/** A time of a job, and what became of it. */
export interface ToldLine {
  readonly view: JobView;
  readonly line: TimeLine;
}

/** What became of the times of these jobs, newest first: one line a run, its end where it has ended. */
export function lastLines(jobs: readonly JobView[], most: number): readonly ToldLine[] {
  return jobs
    .flatMap((view) => toldLines(view).map((line) => ({ view, line })))
    .toSorted((a, b) => Date.parse(b.line.time) - Date.parse(a.line.time))
    .slice(0, most);
}

/** The newest first. */
export function toldLines({ lines }: Pick<JobView, "lines">): readonly TimeLine[] {
  const ended = new Set(lines.flatMap((line) => (line.kind === "ended" ? [line.sessionKey] : [])));
  const told = lines.filter((line) => line.kind !== "begun" || !ended.has(line.sessionKey));
  // Times that were left out one after the other are one thing to be told.
  return told.filter((line, at) => line.kind !== "rested" || told[at - 1]?.kind !== "rested");
}
