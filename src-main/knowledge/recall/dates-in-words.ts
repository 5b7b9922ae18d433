import { foldText } from "../../storage/fold-text.ts";

/** From the first ms on, up to the one before `to`. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const dayMs = 86_400_000;

const monthNames: readonly string[] = [
  ...["jan(?:uary|uar)?", "feb(?:ruary|ruar)?", "mar(?:ch)?|marz", "apr(?:il)?", "may|mai", "june?|juni", "july?|juli"],
  ...["aug(?:ust)?", "sept?(?:ember)?", "oct(?:ober)?|okt(?:ober)?", "nov(?:ember)?", "dec(?:ember)?|dez(?:ember)?"],
];
const month = `(${monthNames.join("|")})`;
const day = String.raw`(\d{1,2})(?:st|nd|rd|th|\.)?`;
const year = String.raw`((?:19|20)\d{2})`;
const of = String.raw`(?:\s+of)?\s+`;

const isoDay = new RegExp(String.raw`\b${year}[-/.](\d{1,2})[-/.](\d{1,2})`);
const dayFirst = new RegExp(String.raw`\b${day}${of}${month}\b\.?,?(?:\s+${year}\b)?`);
const monthFirst = new RegExp(String.raw`\b${month}\.?\s+${day}(?:,?\s+${year})?(?!\d)`);
/** Short forms such as "may" and "mar" are other words as well: without a year a month is named in full, after "in" or the like. */
const monthOfYear = new RegExp(String.raw`\b${month}\.?,?${of}${year}\b`);
const monthAlone = new RegExp(
  String.raw`\b(?:in|during|of|since|im|seit|early|late|mid|anfang|mitte|ende)\s+${month}\b(?!\s+\d)`,
);
const yearAlone = new RegExp(String.raw`\b(?:in|during|of|since|im jahr|seit|early|late)\s+${year}\b`);

/**
 * The period that a text names, in English or German; null where it names none. What names no year is the latest one before
 * `now`. Times are those of UTC, and a period is meant to the day.
 */
export function periodIn(text: string, now: number): Period | null {
  const folded = foldText(text);
  return namedDay(folded, now) ?? namedMonth(folded, now) ?? namedYear(folded) ?? countedFrom(folded, now);
}

function namedDay(text: string, now: number): Period | null {
  const iso = isoDay.exec(text);
  if (iso !== null) return dayOf(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const early = dayFirst.exec(text);
  if (early !== null) return dated(monthOf(early[2]), Number(early[1]), early[3], now);
  const late = monthFirst.exec(text);
  if (late !== null) return dated(monthOf(late[1]), Number(late[2]), late[3], now);
  return null;
}

function dated(ofMonth: number, ofDay: number, named: string | undefined, now: number): Period | null {
  if (named !== undefined) return dayOf(Number(named), ofMonth, ofDay);
  const thisYear = dayOf(new Date(now).getUTCFullYear(), ofMonth, ofDay);
  if (thisYear === null || thisYear.from <= now) return thisYear;
  return dayOf(new Date(now).getUTCFullYear() - 1, ofMonth, ofDay);
}

function dayOf(ofYear: number, ofMonth: number, ofDay: number): Period | null {
  const from = Date.UTC(ofYear, ofMonth, ofDay);
  const isReal = new Date(from).getUTCMonth() === ofMonth && ofDay > 0;
  return isReal ? { from, to: from + dayMs } : null;
}

function namedMonth(text: string, now: number): Period | null {
  const withYear = monthOfYear.exec(text);
  if (withYear !== null) return monthFrom(Number(withYear[2]), monthOf(withYear[1]));
  const alone = monthAlone.exec(text);
  if (alone === null) return null;
  const ofMonth = monthOf(alone[1]);
  const today = new Date(now);
  const isPast = ofMonth <= today.getUTCMonth();
  return monthFrom(today.getUTCFullYear() - (isPast ? 0 : 1), ofMonth);
}

function monthFrom(ofYear: number, ofMonth: number): Period {
  return { from: Date.UTC(ofYear, ofMonth, 1), to: Date.UTC(ofYear, ofMonth + 1, 1) };
}

function namedYear(text: string): Period | null {
  const found = yearAlone.exec(text);
  if (found === null) return null;
  return { from: Date.UTC(Number(found[1]), 0, 1), to: Date.UTC(Number(found[1]) + 1, 0, 1) };
}

function monthOf(name = ""): number {
  return monthNames.findIndex((pattern) => new RegExp(`^(?:${pattern})$`).test(name));
}

const relative: readonly (readonly [RegExp, from: number, to: number])[] = [
  [/\b(?:yesterday|gestern)\b/, 1, 0],
  [/\b(?:day before yesterday|vorgestern)\b/, 2, 1],
  [/\b(?:today|heute)\b/, 0, -1],
  [/\b(?:this week|diese woche)\b/, 6, -1],
  [/\b(?:last week|letzte woche|vorige woche)\b/, 13, 1],
  [/\b(?:last month|letzten monat|vorigen monat)\b/, 61, 1],
  [/\b(?:last year|letztes jahr|voriges jahr)\b/, 730, 1],
];

/** In days before the day of `now`; "last week" reaches a few days further than the calendar's. */
function countedFrom(text: string, now: number): Period | null {
  const found = relative.findLast(([pattern]) => pattern.test(text));
  if (found === undefined) return null;
  const midnight = Math.floor(now / dayMs) * dayMs;
  return { from: midnight - found[1] * dayMs, to: midnight - found[2] * dayMs };
}

/**
 * The time that a date of unknown form names ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00Z", "2021/02/06 18:20"); null
 * where it cannot be told.
 */
export function lenientDate(text: string): number | null {
  const parsed = Date.parse(text);
  if (/^\s*\d{4}-\d\d-\d\dT/.test(text) && Number.isFinite(parsed)) return parsed;
  const named = namedDay(foldText(text), 0);
  if (named === null) return Number.isFinite(parsed) ? parsed : null;
  return named.from + clockIn(text);
}

/** Ms after midnight; 0 where no time of the day is told. */
function clockIn(text: string): number {
  const [, hours, minutes, half] = /(?<!\d)([01]?\d|2[0-3]):([0-5]\d)(?::\d\d)?\s*([ap])?/i.exec(text) ?? [];
  if (hours === undefined) return 0;
  const turned = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return turned * 3_600_000 + Number(minutes) * 60_000;
}
