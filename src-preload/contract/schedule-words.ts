import type { Schedule } from "./automations.ts";

/*
 * A schedule as a sentence. Both sides say it, each with its own way to write a time: keys of the catalogue and what stands in
 * them are answered, and not the sentence.
 */

type Values = Readonly<Record<string, string | number>>;

/** How a side writes what it fills in. */
export interface ScheduleStyle {
  /** A moment, in milliseconds since 1970. */
  moment(time: number): string;
  /** A time of day by the clock on the wall. */
  timeOfDay(hour: number, minute: number): string;
  /** 0 and 7: Sunday. */
  weekday(day: number): string;
  /** 1: January. */
  month(month: number): string;
  list(parts: readonly string[]): string;
}

interface ScheduleSentence {
  readonly key: ScheduleKey;
  readonly values: Values;
}

type ScheduleKey =
  | "schedule.at"
  | "schedule.everyMinute"
  | "schedule.everyMinutes"
  | "schedule.everyHour"
  | "schedule.everyHours"
  | "schedule.everyDay"
  | "schedule.everyDays"
  | "schedule.daily"
  | "schedule.weekdays"
  | "schedule.weekly"
  | "schedule.nth.1"
  | "schedule.nth.2"
  | "schedule.nth.3"
  | "schedule.nth.4"
  | "schedule.nth.L"
  | "schedule.monthly"
  | "schedule.yearly"
  | "schedule.within"
  | "schedule.withinWeekdays"
  | "schedule.cron";

const weekdays = "1-5";

/** When a job is due; the zone is not in it (`zoneOf`). */
export function scheduleWords(schedule: Schedule, style: ScheduleStyle): ScheduleSentence {
  switch (schedule.kind) {
    case "at":
      return { key: "schedule.at", values: { when: style.moment(Date.parse(schedule.at)) } };
    case "every":
      return everyWords(schedule.minutes);
    case "cron":
      return (
        cronWords(schedule.expression, style) ?? { key: "schedule.cron", values: { expression: schedule.expression } }
      );
  }
}

/** The zone by whose clock it goes, as people call it: `Paris`; null where no clock on a wall counts. */
export function zoneOf(schedule: Schedule): string | null {
  if (schedule.kind !== "cron") return null;
  return schedule.timezone.split("/").at(-1)?.replaceAll("_", " ") ?? schedule.timezone;
}

function everyWords(minutes: number): ScheduleSentence {
  if (minutes === 1) return { key: "schedule.everyMinute", values: {} };
  if (minutes === 60) return { key: "schedule.everyHour", values: {} };
  if (minutes === 1440) return { key: "schedule.everyDay", values: {} };
  if (minutes % 1440 === 0) return { key: "schedule.everyDays", values: { count: minutes / 1440 } };
  if (minutes % 60 === 0) return { key: "schedule.everyHours", values: { count: minutes / 60 } };
  return { key: "schedule.everyMinutes", values: { count: minutes } };
}

/** Null for what is told by its fields alone. */
function cronWords(expression: string, style: ScheduleStyle): ScheduleSentence | null {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = expression.trim().split(/\s+/);
  const within = withinWords({ minute, hour, day, month, weekday }, style);
  if (within !== null) return within;
  const hours = hour.split(",");
  if (!isNumber(minute) || !hours.every(isNumber)) return null;
  const time = style.list(hours.map((one) => style.timeOfDay(Number(one), Number(minute))));
  if (isNumber(day) && weekday === "*") {
    if (month === "*") return { key: "schedule.monthly", values: { day: Number(day), time } };
    if (!isNumber(month)) return null;
    return { key: "schedule.yearly", values: { day: Number(day), month: style.month(Number(month)), time } };
  }
  if (day !== "*" || month !== "*") return null;
  if (weekday === "*") return { key: "schedule.daily", values: { time } };
  if (weekday === weekdays) return { key: "schedule.weekdays", values: { time } };
  const [, nthDay = "", nth = ""] = /^(\d)#([1-4L])$/.exec(weekday) ?? [];
  if (nth !== "") return { key: `schedule.nth.${nth as "1"}`, values: { day: style.weekday(Number(nthDay)), time } };
  const days = weekday.split(",");
  if (!days.every(isNumber)) return null;
  const fromMonday = days.map(Number).toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
  return { key: "schedule.weekly", values: { day: style.list(fromMonday.map(style.weekday)), time } };
}

interface CronFields {
  readonly minute: string;
  readonly hour: string;
  readonly day: string;
  readonly month: string;
  readonly weekday: string;
}

/** Every few minutes between two hours of the day. */
function withinWords({ minute, hour, day, month, weekday }: CronFields, style: ScheduleStyle): ScheduleSentence | null {
  const step = /^\*\/(\d+)$/.exec(minute)?.[1];
  const range = /^(\d+)-(\d+)$/.exec(hour);
  if (step === undefined || day !== "*" || month !== "*") return null;
  if (hour === "*" && weekday === "*") return everyWords(Number(step));
  if (range === null || (weekday !== "*" && weekday !== weekdays)) return null;
  const key = weekday === "*" ? "schedule.within" : "schedule.withinWeekdays";
  const [from, to] = [range[1], range[2]].map((one) => style.timeOfDay(Number(one), 0));
  const values = { count: Number(step), from: from ?? "", to: to ?? "" };
  return { key, values };
}

function isNumber(field: string): boolean {
  return /^\d{1,2}$/.test(field);
}
