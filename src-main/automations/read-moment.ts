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

export const morning: TimeOfDay = { hour: 8, minute: 0 };
export const night: TimeOfDay = { hour: 20, minute: 0 };
export const minutesOf = { minute: 1, hour: 60, day: 1440, week: 10_080 } as const;
export type Unit = keyof typeof minutesOf;

const dayMs = 86_400_000;
const aheadOf: Readonly<Record<string, number>> = {
  yesterday: -1,
  today: 0,
  tonight: 0,
  tomorrow: 1,
  "the day after tomorrow": 2,
};

/** One moment as people say it; it may be past. Null for what is none. */
export function readOnce(said: string, at: ReadAt): Schedule | null {
  const after = /^in (?:about )?([\w-]+) (minute|hour|day|week)s?$/.exec(said);
  if (after !== null) {
    const count = takeNumber(after[1] ?? "");
    if (count === null || count < 1) return null;
    return moment(at.now + count * minutesOf[after[2] as Unit] * 60_000);
  }
  // With a zone of its own.
  if (/^\d{4}-\d{2}-\d{2}t[\d:.]+(z|[+-]\d{2}:\d{2})$/.test(said)) return moment(Date.parse(said.toUpperCase()));
  const read = readMoment(said, at);
  if (read === null) return null;
  const [time] = nextTimes({ kind: "cron", expression: read.fields, timezone: at.timezone }, read.from, 1);
  return time === undefined || time > read.until ? null : moment(time);
}

function moment(time: number): Schedule | null {
  return Number.isNaN(time) || Math.abs(time) > 8.64e15 ? null : { kind: "at", at: new Date(time).toISOString() };
}

/** The first time of `fields` after `from`: the zone's own clock says which moment that is, through its summer time. */
interface SaidMoment {
  readonly fields: string;
  readonly from: number;
  /** What comes later is not meant: the 29th of February of a year that has none would come in another year. */
  readonly until: number;
}

/** `2026-12-24 09:00`, `tomorrow at 5 pm`, `friday`, `at 9`, `midnight`. */
function readMoment(said: string, { now, timezone }: ReadAt): SaidMoment | null {
  const whole = said
    .replace(/^(noon|midday|midnight)$/, "at $1")
    .replace(/^(.*\d)[t ](\d{1,2}:\d{2})$/, (all, day: string, clock: string) =>
      day.endsWith(" at") ? all : `${day} at ${clock}`,
    );
  const [, words = "", clock] = /^(.*?)(?:(?:^| )at (.+))?$/.exec(whole) ?? [];
  const day = words.replace(/^on (the )?/, "");
  const isTonight = day === "tonight";
  const time = clock === undefined ? (isTonight ? night : morning) : takeTime(clock);
  if (time === null) return null;
  if (day === "") return { fields: fieldsOf(time, "* *"), from: now, until: now + 2 * dayMs };
  const ahead = aheadOf[day];
  if (ahead !== undefined) return relative(ahead, isTonight ? atNight(time) : time, { now, timezone });
  const days = daysOf(day.replace(/^(next|this|coming) /, ""));
  if (days?.length === 1) return { fields: fieldsOf(time, "* *", days[0]), from: now, until: now + 8 * dayMs };
  const date = exactDate(day) ?? dateOf(day);
  if (date === null) return null;
  if (date.year !== null) return onDate({ ...date, year: date.year }, time);
  return { fields: fieldsOf(time, `${date.day} ${date.month}`), from: now, until: Number.POSITIVE_INFINITY };
}

function fieldsOf({ hour, minute }: TimeOfDay, dayAndMonth: string, weekday: number | string = "*"): string {
  return `${minute} ${hour} ${dayAndMonth} ${weekday}`;
}

/** `9` of tonight is in the evening. */
function atNight({ hour, minute }: TimeOfDay): TimeOfDay {
  return { hour: hour >= 5 && hour < 12 ? hour + 12 : hour, minute };
}

function relative(ahead: number, time: TimeOfDay, { now, timezone }: ReadAt): SaidMoment {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: timezone,
    day: "numeric",
    month: "numeric",
    year: "numeric",
  });
  const of = new Map(parts.formatToParts(now + ahead * dayMs).map(({ type, value }) => [type, Number(value)]));
  return onDate({ day: of.get("day") ?? 1, month: of.get("month") ?? 1, year: of.get("year") ?? 1970 }, time);
}

/** From shortly before that day in any zone. */
function onDate({ day, month, year }: { day: number; month: number; year: number }, time: TimeOfDay): SaidMoment {
  const from = Date.UTC(year, month - 1, day) - 1.5 * dayMs;
  return { fields: fieldsOf(time, `${day} ${month}`), from, until: from + 4 * dayMs };
}

interface SaidDate {
  readonly day: number;
  readonly month: number;
  /** Null: the next one. */
  readonly year: number | null;
}

function exactDate(said: string): SaidDate | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(said);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number);
  return month < 1 || month > 12 || day < 1 || day > 31 ? null : { day, month, year };
}

/** `24 december`, `december 24th`, `24 december 2027`. */
export function dateOf(said: string): SaidDate | null {
  const parts = said.split(/[ ,]+/).filter((part) => part !== "of");
  const month = parts.map((part) => monthNames.get(part)).find((one) => one !== undefined);
  const day = parts.map(dayOfMonth).find((one) => one !== null) ?? null;
  const year = parts.find((part) => /^\d{4}$/.test(part));
  if (parts.length !== (year === undefined ? 2 : 3) || month === undefined || day === null) return null;
  return { day, month, year: year === undefined ? null : Number(year) };
}

export function dayOfMonth(said: string): number | null {
  const number = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(said)?.[1] ?? "0");
  return number >= 1 && number <= 31 ? number : null;
}

/** `monday and thursday`, as the fields of cron number them. */
export function daysOf(said: string): readonly number[] | null {
  const names = said.split(/ and | or |, | /).filter((name) => name !== "");
  const days = names.map((name) => dayNames.get(name.replace(/s$/, "")) ?? dayNames.get(name));
  const known = days.filter((day) => day !== undefined);
  return known.length === 0 || known.length !== names.length ? null : [...new Set(known)].sort((a, b) => a - b);
}
