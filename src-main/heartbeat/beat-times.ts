import type { Settings } from "../../src-preload/contract/settings.ts";

type ActiveHours = Settings["heartbeat"]["activeHours"];

const minuteMs = 60_000;
const dayMinutes = 1440;
/** A clock that is put on or back moves what was reckoned by at most so much. */
const shiftMinutes = 120;

/** What a clock on the wall shows. */
export interface WallClock {
  /** `2026-11-30` */
  readonly day: string;
  /** `14:30` */
  readonly time: string;
  /** Since midnight, as shown. */
  readonly minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    ...({ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const),
  });
  formats.set(zone, made);
  return made;
}

/** Whether Intl knows this time zone. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch (cause) {
    if (cause instanceof RangeError) return false;
    throw cause;
  }
}

/** A moment by the clock of a zone that Intl knows. */
export function wallClock(time: number, zone: string): WallClock {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? "";
  const minute = Number(part("hour")) * 60 + Number(part("minute"));
  const day = `${part("year")}-${part("month")}-${part("day")}`;
  return { day, time: `${part("hour")}:${part("minute")}`, minute };
}

function minutesOf(clock: string): number {
  const [hours = "0", minutes = "0"] = clock.split(":");
  return Number(hours) * 60 + Number(minutes);
}

/** The active minutes of a day that is neither shorter nor longer than others. */
export function activeMinutes(hours: ActiveHours): number {
  if (hours === null) return dayMinutes;
  const span = (minutesOf(hours.to) - minutesOf(hours.from) + dayMinutes) % dayMinutes;
  return span === 0 ? dayMinutes : span;
}

function isActive(minute: number, hours: ActiveHours): boolean {
  if (hours === null) return true;
  const since = (minute - minutesOf(hours.from) + dayMinutes) % dayMinutes;
  return since < activeMinutes(hours);
}

/** The first moment from `earliest` on at which a beat may begin, in milliseconds since 1970. */
export function nextActive(earliest: number, hours: ActiveHours, zone: string): number {
  const { minute } = wallClock(earliest, zone);
  if (hours === null || isActive(minute, hours)) return earliest;
  const ahead = (minutesOf(hours.from) - minute + dayMinutes) % dayMinutes;
  const base = Math.floor(earliest / minuteMs) * minuteMs;
  const isFirst = (at: number): boolean =>
    isActive(wallClock(at, zone).minute, hours) && !isActive(wallClock(at - minuteMs, zone).minute, hours);
  // As on most days.
  if (isFirst(base + ahead * minuteMs)) return base + ahead * minuteMs;
  const near = Math.max(1, ahead - shiftMinutes);
  // Minute by minute near the time, as the day may have an hour more or less, or leave the time out.
  for (let minutes = near; minutes <= ahead + dayMinutes; minutes += 1) {
    const at = base + minutes * minuteMs;
    if (isActive(wallClock(at, zone).minute, hours)) return at;
  }
  return base + ahead * minuteMs;
}
