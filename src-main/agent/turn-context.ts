import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Host, LocalTime } from "../host.ts";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The changing facts that go with a user message: date, weekday, time and zone. Kept with it and replayed as sent. */
export function turnContext(host: Pick<Host, "now" | "timezone" | "localTime">, settings: Settings): string {
  const timeZone = settings.agents.defaults.timezone ?? host.timezone;
  const time = host.now();
  // Intl is slow to load, and not needed for the zone of the machine.
  const local = timeZone === host.timezone ? host.localTime(time) : timeIn(timeZone, time);
  const date = `${local.year}-${twoDigits(local.month)}-${twoDigits(local.day)}`;
  const clock = `${twoDigits(local.hour)}:${twoDigits(local.minute)}`;
  return `<now>${weekdays[local.weekday]} ${date} ${clock} ${timeZone}</now>`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, "0");
}

function timeIn(timeZone: string, time: number): LocalTime {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "long",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  });
  const parts = new Map(format.formatToParts(time).map((part) => [part.type, part.value]));
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  return {
    year: number("year"),
    month: number("month"),
    day: number("day"),
    weekday: weekdays.indexOf(parts.get("weekday") ?? ""),
    hour: number("hour"),
    minute: number("minute"),
  };
}
