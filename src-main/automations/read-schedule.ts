import type { Schedule } from "../../src-preload/contract/automations.ts";
import {
  dateOf,
  dayOfMonth,
  daysOf,
  minutesOf,
  morning,
  night,
  type ReadAt,
  readOnce,
  type Unit,
} from "./read-moment.ts";
import { type TimeOfDay, takeNumber, takeTime } from "./time-words.ts";

const evening: TimeOfDay = { hour: 18, minute: 0 };

/**
 * A schedule as people say it (`every weekday at nine`, `in 20 minutes`, `tomorrow at 5 pm`), or the five fields of cron; null for
 * what cannot be read so.
 */
export function readSchedule(words: string, at: ReadAt): Schedule | null {
  const said = words
    .toLowerCase()
    .replaceAll(/[.,;!]+(?=\s|$)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const { timezone } = at;
  if (said === "") return null;
  if (/^[\d*][\d*/,-]*( [\da-z*/,#-]+){4}$/.test(said))
    return { kind: "cron", expression: said.toUpperCase(), timezone };
  return readAgain(said, at) ?? readOnce(said, at);
}

function cron(times: TimesOfDay, days: string, timezone: string): Schedule {
  const hours = [...new Set(times.map(({ hour }) => hour))].sort((a, b) => a - b);
  return { kind: "cron", expression: `${times[0].minute} ${hours.join(",")} ${days}`, timezone };
}

/** Of a day; the minute is the same for all. */
type TimesOfDay = readonly [TimeOfDay, ...TimeOfDay[]];

/** `9`, `9:30 and 17:30`; null for what cannot be read, or is no one schedule. */
function takeTimes(words: string): TimesOfDay | null {
  const [first, ...rest] = words.split(/ and | & |(?<=\d|am|pm) (?=\d)/).map(takeTime);
  if (first === undefined || first === null) return null;
  const more = rest.filter((time) => time !== null && time.minute === first.minute);
  return more.length === rest.length ? [first, ...more.filter((time) => time !== null)] : null;
}

function readAgain(said: string, at: ReadAt): Schedule | null {
  const rest = /^(?:every|each) (.+)$/.exec(said)?.[1] ?? alone(said) ?? dayFirst(said);
  if (rest === null) return null;
  return readStep(rest, at) ?? readDays(rest, at.timezone);
}

/** `daily at 9` and its like, as what stands behind `every`. */
function alone(said: string): string | null {
  const found = /^@?(hourly|daily|weekly|monthly)\b ?(.*)$/.exec(said);
  const unit = { hourly: "hour", daily: "day", weekly: "week", monthly: "month" }[found?.[1] ?? ""];
  return unit === undefined ? null : `${unit} ${found?.[2] ?? ""}`.trim();
}

/** `on the 1st of every month at 7` in the same way. */
function dayFirst(said: string): string | null {
  const nth =
    /^(?:on )?(?:the )?((?:first|second|third|fourth|last|[1-4](?:st|nd|rd|th)) [a-z]+ of (?:the|each|every) month\b.*)$/.exec(
      said,
    );
  if (nth !== null) return nth[1] ?? null;
  const found = /^(?:on )?(?:the )?(\S+) of (?:every|each) month\b(.*)$/.exec(said);
  return found === null ? null : `month on ${found[1]}${found[2]}`;
}

/** `30 minutes`, `hour`, `30 minutes from 8 to 20 on weekdays`. */
function readStep(rest: string, { now, timezone }: ReadAt): Schedule | null {
  const found = /^(?:([\w-]+) )?(minute|hour|day|week)s?( .*)?$/.exec(rest);
  if (found === null) return null;
  const [, amount = "one", unit = "", more = ""] = found;
  // By the clock, and not so long after now.
  if (amount === "one" && unit === "day") return null;
  const count = takeNumber(amount);
  if (count === null || count < 1) return null;
  const minutes = count * minutesOf[unit as Unit];
  if (more === "") return { kind: "every", minutes, from: new Date(now).toISOString() };
  const within = /^ (?:from|between) (.+?) (?:to|until|and) (.+?)( on weekdays)?$/.exec(more);
  const from = takeTime(within?.[1] ?? "");
  const to = takeTime(within?.[2] ?? "");
  if (within === null || from === null || to === null || minutes > 60 || 60 % minutes !== 0) return null;
  const step = minutes === 60 ? "0" : `*/${minutes}`;
  const days = within[3] === undefined ? "*" : "1-5";
  return { kind: "cron", expression: `${step} ${from.hour}-${to.hour} * * ${days}`, timezone };
}

/** `weekday at nine`, `monday and thursday at 18:00`, `month on the 1st at 9`, `day`. */
function readDays(rest: string, timezone: string): Schedule | null {
  const [, what = "", clock] = /^(.*?)(?: at (.+))?$/.exec(rest) ?? [];
  const usual = { evening, night, noon: { hour: 12, minute: 0 }, midnight: { hour: 0, minute: 0 } }[what];
  const time: TimesOfDay | null = clock === undefined ? [usual ?? morning] : takeTimes(clock);
  if (time === null) return null;
  if (usual !== undefined || /^(day|morning)$/.test(what)) return cron(time, "* * *", timezone);
  const ordinal = /^(first|1st|second|2nd|third|3rd|fourth|4th|last) (\w+) of (?:the|each|every) month$/.exec(what);
  if (ordinal !== null) return readNthDay(ordinal[1] ?? "", ordinal[2] ?? "", time, timezone);
  if (/^(weekday|working day|work day|workday)s?$/.test(what)) return cron(time, "* * 1-5", timezone);
  if (/^weekends?$/.test(what)) return cron(time, "* * 0,6", timezone);
  const monthly = /^month(?: on)?(?: the)?(?: day)? ?(\S+)?$/.exec(what);
  if (monthly !== null) return readMonthly(monthly[1], time, timezone);
  const yearly = /^year on (?:the )?(.+)$/.exec(what);
  if (yearly !== null) return readYearly(yearly[1] ?? "", time, timezone);
  const days = daysOf(what.replace(/^week (on )?/, ""));
  return days === null ? null : cron(time, `* * ${days.join(",")}`, timezone);
}

/** `first monday of the month`. */
function readNthDay(nth: string, day: string, times: TimesOfDay, timezone: string): Schedule | null {
  const number = { first: 1, second: 2, third: 3, fourth: 4 }[nth] ?? (nth === "last" ? "L" : Number.parseInt(nth, 10));
  const [weekday] = daysOf(day) ?? [];
  return weekday === undefined ? null : cron(times, `* * ${weekday}#${number}`, timezone);
}

function readMonthly(day: string | undefined, time: TimesOfDay, timezone: string): Schedule | null {
  const number = day === undefined ? 1 : dayOfMonth(day);
  return number === null ? null : cron(time, `${number} * *`, timezone);
}

function readYearly(date: string, time: TimesOfDay, timezone: string): Schedule | null {
  const found = dateOf(date);
  return found === null || found.year !== null ? null : cron(time, `${found.day} ${found.month} *`, timezone);
}
