import { describe, expect, it } from "vitest";
import { checkSchedule, nextTimes } from "../../../src-main/automations/next-times.ts";
import type { Schedule } from "../../../src-preload/contract/automations.ts";

const at = (text: string): number => Date.parse(text);
const cron = (expression: string, timezone = "Europe/Paris"): Schedule => ({ kind: "cron", expression, timezone });
const times = (schedule: Schedule, after: string, count: number) =>
  nextTimes(schedule, at(after), count).map((time) => new Date(time).toISOString());

describe("the next times", () => {
  it("of one moment are that, until it is past", () => {
    const schedule: Schedule = { kind: "at", at: "2026-12-01T09:00:00+01:00" };
    expect(times(schedule, "2026-11-30T00:00:00Z", 5)).toEqual(["2026-12-01T08:00:00.000Z"]);
    expect(times(schedule, "2026-12-01T08:00:00Z", 5)).toEqual([]);
  });

  it("of an interval are counted from when it was set, also after years", () => {
    const schedule: Schedule = { kind: "every", minutes: 90, from: "2026-01-01T00:00:00.000Z" };
    expect(times(schedule, "2025-06-01T00:00:00Z", 2)).toEqual([
      "2026-01-01T01:30:00.000Z",
      "2026-01-01T03:00:00.000Z",
    ]);
    expect(times(schedule, "2026-01-01T01:30:00Z", 1)).toEqual(["2026-01-01T03:00:00.000Z"]);
    expect(times(schedule, "2029-01-01T00:00:00Z", 1)).toEqual(["2029-01-01T01:30:00.000Z"]);
  });

  it.each([
    [
      "a time that the clocks leave out comes at the end of the gap",
      "30 2 * * *",
      "2026-03-28T12:00:00Z",
      ["2026-03-29T01:00:00.000Z", "2026-03-30T00:30:00.000Z"],
    ],
    [
      "a time that the clocks show twice comes once",
      "30 2 * * *",
      "2026-10-24T12:00:00Z",
      ["2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"],
    ],
    [
      "each hour comes in the hour that is there twice, too",
      "0 * * * *",
      "2026-10-25T00:00:00Z",
      ["2026-10-25T01:00:00.000Z", "2026-10-25T02:00:00.000Z"],
    ],
  ])("%s", (_what, expression, after, expected) => {
    expect(times(cron(expression), after, 2)).toEqual(expected);
  });
});

describe("a schedule that is set", () => {
  const now = at("2026-11-29T12:00:00Z");
  const wordsOf = (schedule: Schedule) => {
    const checked = checkSchedule(schedule, now);
    return checked.ok ? "" : checked.error.message;
  };

  it.each([
    ["a field that is no number", cron("a b c d e"), /is no schedule: .*minute, hour/s],
    ["four fields", cron("0 9 * *"), /Five fields are wanted/],
    ["seconds", cron("0 0 9 * * *"), /is no schedule/],
    ["a day that never comes", cron("0 9 30 2 *"), /never comes/],
    ["a zone that is none", cron("0 9 * * *", "Europe/Nowhere"), /no time zone “Europe\/Nowhere”/],
    ["a moment long past", { kind: "at", at: "2026-11-29T11:54:00Z" } as const, /is past/],
  ])("is refused in words: %s", (_what, schedule, words) => {
    expect(wordsOf(schedule)).toMatch(words);
  });

  it.each([
    ["a leap day", cron("0 9 29 2 *")],
    ["a moment that is just past", { kind: "at", at: "2026-11-29T11:56:00Z" } as const],
    ["names of days", cron("0 9 * * MON-FRI", "America/New_York")],
  ])("is taken: %s", (_what, schedule) => {
    expect(wordsOf(schedule)).toBe("");
  });
});
