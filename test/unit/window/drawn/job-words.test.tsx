import { expect, it } from "vitest";
import type { TimeLine } from "../../../../src-preload/contract/automations.ts";
import {
  lastLines,
  lineWords,
  scheduleText,
  stateOf,
  timesWords,
  toldLines,
  typedWords,
} from "../../../../src-renderer/features/automations/job-words.ts";
import { clockTime } from "../../../../src-renderer/ui/time.ts";
import "../../../../src-renderer/ui/later-words.ts";
import { jobOf, jobViewOf } from "../../../support/job-view.ts";

/* Jobs, their times and what became of them, in words. */

const key = "cron:a-1" as never;
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 30, 9, minute)).toISOString();
const base = (minute: number) => ({ time: at(minute), due: at(minute), jobId: "a" as never });
const begun = (minute: number): TimeLine => ({ ...base(minute), kind: "begun", sessionKey: key, trigger: "schedule" });
const ended = (minute: number, outcome: "done" | "failed", reason = ""): TimeLine => ({
  ...base(minute),
  kind: "ended",
  sessionKey: key,
  outcome,
  reason,
  said: "",
  durationMs: 12_000,
  tokens: 0,
  cost: 0,
  profile: null,
});
const view = (lines: readonly TimeLine[], given = {}) => jobViewOf(jobOf("a"), { lines, ...given });
const running = { sessionKey: key, since: 1, waiting: false, retryAt: null };

it("says when a job is due with plain blanks, so that it can be typed on, and by which clock", () => {
  const { schedule } = jobOf("a");
  expect(scheduleText(schedule)).toMatch(/^Every weekday at 9:00( AM)?, Paris time$/);
  expect(typedWords(schedule)).toMatch(/^Every weekday at 9:00( AM)?$/);
  const within = { kind: "cron", expression: "*/30 8-20 * * 1-5", timezone: "Europe/Paris" } as const;
  expect(typedWords(within)).toMatch(/^Every 30 minutes from 8:00( AM)? to (20:00|8:00 PM) on weekdays$/);
  expect(typedWords({ ...schedule, kind: "cron", expression: "0 9 15 * *", timezone: "Europe/Paris" })).toBe(
    "0 9 15 * *",
  );
  const noon = new Date(2026, 11, 24, 12, 5).toISOString();
  expect(typedWords({ kind: "at", at: noon })).toBe("2026-12-24 12:05");
  expect(scheduleText({ kind: "every", minutes: 30, from: at(0) })).toBe("Every 30 minutes");
});

it("says a day once where several times are of it", () => {
  const soon = new Date();
  soon.setHours(24 * 30, 0, 0, 0);
  const first = soon.getTime();
  expect(timesWords([first, first + 1_800_000])).toMatch(new RegExp(`, ${clockTime(first + 1_800_000)}$`));
  expect(timesWords([first, first + 86_400_000]).match(/\d+:00/g)).toHaveLength(2);
});

it("says whether a job is on, and before that what it does now", () => {
  const words = (given: object, of: object = {}) => {
    const { word, tone } = stateOf(jobViewOf(jobOf("a", of), given));
    return [word, tone];
  };
  expect(words({})).toEqual(["On", ""]);
  expect(words({}, { state: "off" })).toEqual(["Off", ""]);
  expect(words({}, { state: "stopped" })).toEqual(["Stopped", "failed"]);
  expect(words({ running }, { state: "stopped" })).toEqual(["Running", "running"]);
  expect(words({ running: { ...running, waiting: true } })).toEqual(["Waiting for you", "needs"]);
  expect(words({ running: { ...running, retryAt: 1 } })).toEqual([
    expect.stringMatching(/^Tries again at \d/),
    "failed",
  ]);
});

it("tells a run by its end, and what became of each other time", () => {
  const lines = [ended(5, "done"), begun(4)];
  expect(toldLines(view(lines))).toEqual([lines[0]]);
  expect(lineWords(ended(5, "done"), view([]))).toEqual({ word: "Done", tone: "", more: "12 s" });
  expect(lineWords(ended(5, "failed", "No key."), view([]))).toEqual({
    word: "Failed",
    tone: "failed",
    more: "No key.",
  });
  expect(lineWords(begun(4), view([], { running })).word).toBe("Running");
  expect(lineWords({ ...base(1), kind: "skipped" }, view([])).word).toBe("Skipped");
  expect(lineWords({ ...base(1), kind: "missed", count: 3, until: at(2) }, view([])).more).toBe("3 times");
  expect(lineWords({ ...base(1), kind: "asked" }, view([])).tone).toBe("needs");
  const rested = [3, 2, 1].map((minute) => ({ ...base(minute), kind: "rested", reason: "unread" }) as const);
  expect(lineWords({ ...base(1), kind: "rested", reason: "unread" }, view([])).more).toBe(
    "nobody read the last results",
  );
  const [third, ...older] = rested;
  expect(toldLines(view([...rested, ended(0, "done"), ...older]))).toEqual([third, ended(0, "done"), older[0]]);
});

it("puts the last times of all jobs together, newest first and no more than wanted", () => {
  const jobs = [view([ended(5, "done"), ended(1, "failed")]), jobViewOf(jobOf("b"), { lines: [ended(3, "done")] })];
  expect(lastLines(jobs, 2).map(({ view: of, line }) => [of.job.id, line.time])).toEqual([
    ["a", at(5)],
    ["b", at(3)],
  ]);
});
