import type { JobView } from "../../src-preload/contract/automations.ts";
import { type ScheduleStyle, scheduleWords, zoneOf } from "../../src-preload/contract/schedule-words.ts";
import type { Host } from "../host.ts";
import { text } from "../words.ts";
import { fitWidth, widthOf } from "./terminal/text-width.ts";

type Zoned = Pick<Host, "timezone">;

/** A line each: id, name, when, the next time, how it stands and what became of its last time. */
export function jobLines(jobs: readonly JobView[], host: Zoned): readonly string[] {
  const rows = jobs.map((view) => [
    view.job.id,
    fitWidth(view.job.name, 32),
    whenText(view, host),
    view.next === null ? "–" : momentText(view.next, host),
    stateText(view, host),
    lastText(view),
  ]);
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, widthOf(cell))),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell + " ".repeat((widths[at] ?? 0) - widthOf(cell)))
      .join("  ")
      .trimEnd(),
  );
}

export function momentText(time: number, { timezone }: Zoned): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: timezone }).format(time);
}

function whenText({ job: { schedule } }: JobView, host: Zoned): string {
  const { key, values } = scheduleWords(schedule, styleFor(host));
  const zone = zoneOf(schedule);
  const words = text(key, values);
  return zone === null ? words : text("schedule.zone", { schedule: words, zone });
}

function stateText({ job, running }: JobView, { timezone }: Zoned): string {
  if (running === null) return text(`cli.cron.state.${job.state}`);
  if (running.waiting || running.retryAt === null)
    return text(`cli.cron.state.${running.waiting ? "waiting" : "running"}`);
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: timezone }).format(running.retryAt);
  return text("cli.cron.state.retry", { time });
}

function lastText({ lines: [last] }: JobView): string {
  if (last === undefined) return "";
  if (last.kind === "ended") return text(`cli.cron.outcome.${last.outcome}`);
  return last.kind === "begun" ? "" : text(`cli.cron.outcome.${last.kind}`);
}

/** A Sunday, and a January. */
const someSunday = Date.UTC(2023, 0, 1);

function styleFor(host: Zoned): ScheduleStyle {
  const inUtc = (options: Intl.DateTimeFormatOptions, time: number): string =>
    new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options }).format(time);
  return {
    moment: (time) => momentText(time, host),
    timeOfDay: (hour, minute) => `${hour}:${String(minute).padStart(2, "0")}`,
    weekday: (day) => inUtc({ weekday: "long" }, someSunday + (day % 7) * 86_400_000),
    month: (month) => inUtc({ month: "long" }, Date.UTC(2023, month - 1, 1)),
    list: (parts) => new Intl.ListFormat("en-GB").format(parts),
  };
}
