import { describe, expect, it } from "vitest";
import { nextTimes } from "../../../src-main/automations/next-times.ts";
import { readSchedule } from "../../../src-main/automations/read-schedule.ts";

// A Sunday, 13:00 in Paris.
const now = Date.parse("2026-11-29T12:00:00Z");
const timezone = "Europe/Paris";
const read = (words: string) => readSchedule(words, { now, timezone });
const expressionOf = (words: string) => {
  const schedule = read(words);
  return schedule?.kind === "cron" ? schedule.expression : schedule;
};

describe("words that are a schedule", () => {
  it.each([
    ["every weekday at nine", "0 9 * * 1-5"],
    ["Every weekday at 9:30.", "30 9 * * 1-5"],
    ["every day at half past six in the evening", "30 18 * * *"],
    ["every day at quarter to seven", "45 6 * * *"],
    ["daily at 5 pm", "0 17 * * *"],
    ["every morning", "0 8 * * *"],
    ["every evening at 9 pm", "0 21 * * *"],
    ["every evening", "0 18 * * *"],
    ["each Monday and Thursday at 18:00", "0 18 * * 1,4"],
    ["every fri, sat and sun at noon", "0 12 * * 0,5,6"],
    ["weekly on friday at 9am", "0 9 * * 5"],
    ["every weekend at 10", "0 10 * * 0,6"],
    ["every month on the 15th at 8", "0 8 15 * *"],
    ["monthly", "0 8 1 * *"],
    ["on the 1st of every month at 7", "0 7 1 * *"],
    ["every day", "0 8 * * *"],
    ["@daily", "0 8 * * *"],
    ["every night", "0 20 * * *"],
    ["every weekday at 9 and 17", "0 9,17 * * 1-5"],
    ["every day at 9, 12 and 17", "0 9,12,17 * * *"],
    ["first monday of the month at 9", "0 9 * * 1#1"],
    ["on the last friday of every month", "0 8 * * 5#L"],
    ["every second tuesday of the month at noon", "0 12 * * 2#2"],
    ["every year on 24 December at 17:30", "30 17 24 12 *"],
    ["every year on the march 3rd", "0 8 3 3 *"],
    ["every 30 minutes from 8 to 20", "*/30 8-20 * * *"],
    ["every hour between 9 am and 5 pm on weekdays", "0 9-17 * * 1-5"],
    ["*/10 8-18 * * MON-FRI", "*/10 8-18 * * MON-FRI"],
  ])("%s", (words, expression) => {
    expect(expressionOf(words)).toBe(expression);
    expect(read(words)).toMatchObject({ kind: "cron", timezone });
  });

  it.each([
    ["every 30 minutes", 30],
    ["every hour", 60],
    ["hourly", 60],
    ["every two hours", 120],
    ["every other day", 2880],
    ["every 3 days", 4320],
  ])("%s", (words, minutes) => {
    expect(read(words)).toEqual({ kind: "every", minutes, from: new Date(now).toISOString() });
  });

  it.each([
    ["in 20 minutes", "2026-11-29T12:20:00.000Z"],
    ["in an hour", "2026-11-29T13:00:00.000Z"],
    ["in two days", "2026-12-01T12:00:00.000Z"],
    ["tomorrow at 5 pm", "2026-11-30T16:00:00.000Z"],
    ["tomorrow", "2026-11-30T07:00:00.000Z"],
    ["today at 18:30", "2026-11-29T17:30:00.000Z"],
    ["at 23:15", "2026-11-29T22:15:00.000Z"],
    ["at 9", "2026-11-30T08:00:00.000Z"],
    ["next friday at noon", "2026-12-04T11:00:00.000Z"],
    ["on 24 december at 9", "2026-12-24T08:00:00.000Z"],
    ["2026-12-24 09:00", "2026-12-24T08:00:00.000Z"],
    ["2020-01-01 09:00", "2020-01-01T08:00:00.000Z"],
    ["2026-12-01T09:00:00Z", "2026-12-01T09:00:00.000Z"],
    ["2026-12-01t09:00", "2026-12-01T08:00:00.000Z"],
    ["28 March 2027 3:30", "2027-03-28T01:30:00.000Z"],
    ["on march 28, 2027 at 9", "2027-03-28T07:00:00.000Z"],
    ["tonight", "2026-11-29T19:00:00.000Z"],
    ["tonight at 9", "2026-11-29T20:00:00.000Z"],
    ["midnight", "2026-11-29T23:00:00.000Z"],
    ["noon", "2026-11-30T11:00:00.000Z"],
    // Past, and told so.
    ["today at 7", "2026-11-29T06:00:00.000Z"],
    ["yesterday at 5 pm", "2026-11-28T16:00:00.000Z"],
    ["on July 4th at 9:00", "2027-07-04T07:00:00.000Z"],
  ])("%s", (words, expected) => {
    expect(read(words)).toEqual({ kind: "at", at: expected });
  });

  it.each([
    "",
    "soon",
    "every",
    "every blue moon",
    "every day at 25:00",
    "at 13 pm",
    "in zero minutes",
    "every 7 minutes from 8 to 9",
    "on 31 november",
    "2027-02-29",
    "2026-13-01",
    "on the 40th of every month",
    "every monday and noday",
    "tomorrow at",
    "every day at 9 and 17:30",
    "29 february 2027",
    "every 99999999 minutes",
  ])("is nothing in “%s”", (words) => {
    const schedule = read(words);
    // A day that is in no calendar has no next time either.
    expect(schedule === null || nextTimes(schedule, now, 1).length === 0).toBe(true);
  });
});
