import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Host } from "../host.ts";

/** The changing facts that go with a user message: date, weekday, time and zone. Kept with it and replayed as sent. */
export function turnContext(host: Pick<Host, "now" | "timezone">, settings: Settings): string {
  const timeZone = settings.agents.defaults.timezone ?? host.timezone;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "long",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const parts = Object.fromEntries(format.formatToParts(host.now()).map((part) => [part.type, part.value]));
  const { weekday, year, month, day, hour, minute } = parts;
  return `<now>${weekday} ${year}-${month}-${day} ${hour}:${minute} ${timeZone}</now>`;
}
