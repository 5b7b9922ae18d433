import { describe, expect, it } from "vitest";
import { backOffOf, isRested, nextUsed, type PastRun } from "../../../src-main/automations/back-off.ts";
import { type BackOff, type Job, slotLineSchema } from "../../../src-preload/contract/automations.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { jobOf } from "../../support/job-view.ts";

/* How often a job is run whose results nobody reads, or that fails. */

const hour = 3_600_000;
const start = Date.parse("2026-12-01T00:00:00.000Z");

type Outcome = "done" | "failed" | "stopped" | "interrupted";

function run(at: number, outcome: Outcome, given: Partial<PastRun> & { readonly said?: string } = {}): PastRun {
  const { said = "Sunny.", ...rest } = given;
  const time = new Date(start + at * hour).toISOString();
  const sessionKey = `cron:a:${at}` as SessionKey;
  const end = slotLineSchema.parse({ kind: "ended", time, due: time, jobId: "a", sessionKey, outcome, said });
  if (end.kind !== "ended") throw new Error("no end");
  return {
    sessionKey,
    due: start + at * hour,
    begunAt: start + at * hour,
    trigger: "schedule",
    end,
    isRead: false,
    ...rest,
  };
}
/** So many good runs that nobody read, the newest first. */
const unread = (count: number): readonly PastRun[] =>
  Array.from({ length: count }, (_, index) => run(count - index, "done"));
const job = (given: Partial<Job> = {}): Job => jobOf("a", given);
const factor = (runs: readonly PastRun[], given: Partial<Job> = {}): number => backOffOf(job(given), runs)?.factor ?? 1;

describe("a job whose results nobody reads", () => {
  it.each([
    [4, 1],
    [5, 2],
    [9, 2],
    [10, 4],
    [15, 8],
    [60, 8],
  ])("after %i of them is run once in %i times", (count, once) => {
    expect(factor(unread(count))).toBe(once);
  });

  it("says why", () => {
    expect(backOffOf(job(), unread(6))).toEqual({ factor: 2, reason: "unread", count: 6 });
  });

  it("is run each time again once one was read, or it was run by hand, or set anew", () => {
    expect(factor([run(21, "done", { isRead: true }), ...unread(20)])).toBe(1);
    expect(factor([...unread(4), run(0, "done", { isRead: true }), ...unread(20)])).toBe(1);
    expect(factor([run(21, "done", { trigger: "hand" }), ...unread(20)])).toBe(1);
    expect(factor(unread(20), { dueAfter: new Date(start + 17 * hour).toISOString() })).toBe(1);
  });

  it("counts only what could be read", () => {
    expect(factor(unread(20), { notify: "failed" })).toBe(1);
    expect(factor(unread(20), { notify: "failed", deliverTo: "cli:direct" as SessionKey })).toBe(8);
    const silent = Array.from({ length: 20 }, (_, index) => run(20 - index, "done", { said: "" }));
    expect(factor(silent)).toBe(1);
    expect(factor([run(9, "stopped"), ...unread(4)])).toBe(1);
  });
});

describe("a job that failed", () => {
  it("is run less often with each failure until one is good or was read", () => {
    expect(factor([run(1, "failed")])).toBe(2);
    expect(backOffOf(job(), [run(2, "failed"), run(1, "failed")])).toEqual({ factor: 4, reason: "failed", count: 2 });
    expect(factor([run(3, "interrupted"), run(2, "failed"), run(1, "done")])).toBe(2);
    expect(factor([run(2, "done"), run(1, "failed")])).toBe(1);
    expect(factor([run(2, "failed", { isRead: true }), run(1, "failed")])).toBe(1);
  });

  it("is not held up for more than a day", () => {
    const backOff: BackOff = { factor: 8, reason: "failed", count: 3 };
    const sinceLast = { last: start, passed: 0 };
    expect(isRested(backOff, start + 23 * hour, sinceLast)).toBe(true);
    expect(isRested(backOff, start + 24 * hour, sinceLast)).toBe(false);
    expect(isRested({ ...backOff, reason: "unread" }, start + 24 * hour, sinceLast)).toBe(true);
  });
});

describe("back-off", () => {
  it("is not for reminders, single moments, and jobs that are to be run each time", () => {
    expect(factor(unread(20), { backOff: false })).toBe(1);
    expect(factor(unread(20), { kind: "reminder" })).toBe(1);
    expect(factor(unread(20), { schedule: { kind: "at", at: "2026-12-03T00:00:00.000Z" } })).toBe(1);
  });

  it("leaves out one time less than its factor, and tells the next one that is used", () => {
    const schedule = { kind: "every", minutes: 60, from: new Date(start).toISOString() } as const;
    const backOff: BackOff = { factor: 4, reason: "unread", count: 10 };
    const next = (passed: number) =>
      nextUsed(schedule, start + passed * hour, { backOff, sinceLast: { last: start, passed } });
    expect([0, 1, 2, 3].map(next)).toEqual([0, 1, 2, 3].map(() => start + 4 * hour));
    expect(nextUsed(schedule, start, { backOff, sinceLast: { last: null, passed: 0 } })).toBe(start + hour);
    expect(nextUsed(schedule, start, { backOff: null, sinceLast: { last: start, passed: 0 } })).toBe(start + hour);
    const once = { kind: "at", at: new Date(start).toISOString() } as const;
    expect(nextUsed(once, start, { backOff: null, sinceLast: { last: null, passed: 0 } })).toBeNull();
  });
});
