import type { Schedule } from "../../src-preload/contract/automations.ts";
import { nextTimes } from "./next-times.ts";
import { dayNames, monthNames, type TimeOfDay, takeNumber, takeTime } from "./time-words.ts";

/** Now, and by whose clock. */
export interface ReadAt {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** IANA name. */
  readonly timezone: string;
}

const morning: TimeOfDay = { hour: 8, minute: 0 };
const minutesOf = { minute: 1, hour: 60, day: 1440, week: 10_080 } as const;
type Unit = keyof typeof minutesOf;

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

function cron({ hour, minute }: TimeOfDay, days: string, timezone: string): Schedule {
  return { kind: "cron", expression: `${minute} ${hour} ${days}`, timezone };
}

function readAgain(said: string, at: ReadAt): Schedule | null {
  const rest = /^(?:every|each) (.+)$/.exec(said)?.[1] ?? alone(said) ?? dayFirst(said);
  if (rest === null) return null;
  return readStep(rest, at) ?? readDays(rest, at.timezone);
}

/** `daily at 9` and its like, as what stands behind `every`. */
function alone(said: string): string | null {
  const found = /^(hourly|daily|weekly|monthly)\b ?(.*)$/.exec(said);
  const unit = { hourly: "hour", daily: "day", weekly: "week", monthly: "month" }[found?.[1] ?? ""];
  return unit === undefined ? null : `${unit} ${found?.[2] ?? ""}`.trim();
}

/** `on the 1st of every month at 7` in the same way. */
function dayFirst(said: string): string | null {
  const found = /^(?:on )?(?:the )?(\S+) of (?:every|each) month\b(.*)$/.exec(said);
  return found === null ? null : `month on ${found[1]}${found[2]}`;
}

/** `30 minutes`, `hour`, `30 minutes from 8 to 20 on weekdays`. */
function readStep(rest: string, { now, timezone }: ReadAt): Schedule | null {
  const found = /^(?:([\w-]+) )?(minute|hour|day|week)s?( .*)?$/.exec(rest);
  if (found === null) return null;
  const [, amount = "one", unit = "", more = ""] = found;
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
  const time = clock === undefined ? morning : takeTime(clock);
  if (time === null) return null;
  if (/^(day|morning)$/.test(what)) return cron(time, "* * *", timezone);
  if (/^evening$/.test(what)) return cron(clock === undefined ? { hour: 18, minute: 0 } : time, "* * *", timezone);
  if (/^(weekday|working day|work day|workday)s?$/.test(what)) return cron(time, "* * 1-5", timezone);
  if (/^weekends?$/.test(what)) return cron(time, "* * 0,6", timezone);
  const monthly = /^month(?: on)?(?: the)?(?: day)? ?(\S+)?$/.exec(what);
  if (monthly !== null) return readMonthly(monthly[1], time, timezone);
  const yearly = /^year on (?:the )?(.+)$/.exec(what);
  if (yearly !== null) return readYearly(yearly[1] ?? "", time, timezone);
  const days = daysOf(what.replace(/^week (on )?/, ""));
  return days === null ? null : cron(time, `* * ${days.join(",")}`, timezone);
}

function readMonthly(day: string | undefined, time: TimeOfDay, timezone: string): Schedule | null {
  const number = day === undefined ? 1 : dayOfMonth(day);
  return number === null ? null : cron(time, `${number} * *`, timezone);
}

function readYearly(date: string, time: TimeOfDay, timezone: string): Schedule | null {
  const found = dateOf(date);
  return found === null ? null : cron(time, `${found.day} ${found.month} *`, timezone);
}

function daysOf(said: string): readonly number[] | null {
  const names = said.split(/ and | or |, | /).filter((name) => name !== "");
  const days = names.map((name) => dayNames.get(name.replace(/s$/, "")) ?? dayNames.get(name));
  const known = days.filter((day) => day !== undefined);
  return known.length === 0 || known.length !== names.length ? null : [...new Set(known)].sort((a, b) => a - b);
}

function dayOfMonth(said: string): number | null {
  const number = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(said)?.[1] ?? "0");
  return number >= 1 && number <= 31 ? number : null;
}

interface DayAndMonth {
  readonly day: number;
  readonly month: number;
}

/** `24 december`, `december 24th`. */
function dateOf(said: string): DayAndMonth | null {
  const parts = said.split(" ").filter((part) => part !== "of");
  const month = parts.map((part) => monthNames.get(part)).find((one) => one !== undefined);
  const day = parts.map(dayOfMonth).find((one) => one !== null);
  return parts.length !== 2 || month === undefined || day === undefined || day === null ? null : { day, month };
}

function readOnce(said: string, at: ReadAt): Schedule | null {
  const after = /^in (?:about )?([\w-]+) (minute|hour|day|week)s?$/.exec(said);
  if (after !== null) {
    const count = takeNumber(after[1] ?? "");
    if (count === null || count < 1) return null;
    const ms = count * minutesOf[after[2] as Unit] * 60_000;
    return { kind: "at", at: new Date(at.now + ms).toISOString() };
  }
  const exact = readExact(said);
  const [, day = "", clock] = /^(.*?)(?:(?:^| )at (.+))?$/.exec(said) ?? [];
  const time = clock === undefined ? morning : takeTime(clock);
  const fields = exact?.fields ?? (time === null ? null : fieldsOf(day.replace(/^on (the )?/, ""), time, at));
  if (fields === null) return null;
  // The zone's own clock says which moment that is, through the rules of its summer time.
  const [moment] = nextTimes({ kind: "cron", expression: fields, timezone: at.timezone }, exact?.from ?? at.now, 1);
  // The 29th of February of a year that has none would come in another year.
  if (moment === undefined || (exact !== null && moment > exact.from + 4 * 86_400_000)) return null;
  return { kind: "at", at: new Date(moment).toISOString() };
}

/** `2026-12-24 09:00`, as the fields of cron of that day and a moment shortly before it in any zone; null where it is none. */
function readExact(said: string): { readonly fields: string; readonly from: number } | null {
  const found = /^(?:on )?(\d{4})-(\d{2})-(\d{2})(?:(?: at|t)? ?(\d{1,2}:\d{2}))?$/.exec(said);
  const time = found?.[4] === undefined ? morning : takeTime(found[4]);
  if (found === null || time === null) return null;
  const [year = 0, month = 0, day = 0] = found.slice(1, 4).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const from = Date.UTC(year, month - 1, day) - 36 * 3_600_000;
  return { fields: `${time.minute} ${time.hour} ${day} ${month} *`, from };
}

/** The fields of cron that come first on the day that is said; null where it is none. */
function fieldsOf(day: string, { hour, minute }: TimeOfDay, { now, timezone }: ReadAt): string | null {
  const clock = `${minute} ${hour}`;
  if (day === "") return `${clock} * * *`;
  const ahead = { today: 0, tonight: 0, tomorrow: 1, "the day after tomorrow": 2 }[day];
  if (ahead !== undefined) {
    const { day: date, month } = dayIn(timezone, now + ahead * 86_400_000);
    return `${clock} ${date} ${month} *`;
  }
  const days = daysOf(day.replace(/^(next|this|coming) /, ""));
  if (days?.length === 1) return `${clock} * * ${days[0]}`;
  const date = dateOf(day);
  return date === null ? null : `${clock} ${date.day} ${date.month} *`;
}

function dayIn(timezone: string, time: number): DayAndMonth {
  const parts = new Intl.DateTimeFormat("en", { timeZone: timezone, day: "numeric", month: "numeric" });
  const of = new Map(parts.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  return { day: of.get("day") ?? 1, month: of.get("month") ?? 1 };
}
