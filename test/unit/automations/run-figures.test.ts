import { expect, it } from "vitest";
import { runFigures } from "../../../src-main/automations/run-figures.ts";
import { type SlotLine, slotLineSchema } from "../../../src-preload/contract/automations.ts";
import { jobOf } from "../../support/job-view.ts";

/* Figures of the runs of jobs, from what the log tells. */

const since = Date.parse("2026-11-01T00:00:00.000Z");
let count = 0;

function ended(jobId: string, given: object = {}): SlotLine {
  count += 1;
  const time = new Date(since + count * 60_000).toISOString();
  const sessionKey = `cron:${jobId}:r${count}`;
  return slotLineSchema.parse({
    kind: "ended",
    time,
    due: time,
    jobId,
    sessionKey,
    outcome: "done",
    said: "x",
    ...given,
  });
}
function readOf(line: SlotLine): SlotLine {
  return slotLineSchema.parse({ ...line, kind: "read" });
}

it("sums up the runs of each job and each profile", () => {
  const [one, two] = [
    ended("a", { durationMs: 2000, tokens: 10, cost: 0.5, profile: "reporter" }),
    ended("a", { durationMs: 4000, tokens: 5, cost: 0.25, profile: "reporter" }),
  ];
  const failed = ended("a", { outcome: "failed", said: "", cost: null });
  const other = ended("b", { outcome: "interrupted", profile: "critic" });
  const old = ended("a", { time: new Date(since - 1).toISOString(), tokens: 1000 });
  const lines = [old, one, readOf(one), readOf(one), two, failed, other, ended("gone", { profile: "reporter" })];
  const { jobs, profiles } = runFigures(lines, [jobOf("b"), jobOf("a"), jobOf("c")], since);
  expect(jobs.map(({ key, name }) => [key, name])).toEqual([
    ["b", "Job b"],
    ["a", "Job a"],
    ["c", "Job c"],
  ]);
  expect(jobs[1]).toMatchObject({
    runs: 3,
    done: 2,
    cost: 0.75,
    tokens: 15,
    meanMs: 3000,
    longestMs: 4000,
    told: 3,
    read: 1,
  });
  expect(jobs[2]).toMatchObject({ runs: 0, cost: null, meanMs: null, longestMs: null });
  expect(profiles.map(({ key, runs }) => [key, runs])).toEqual([
    ["critic", 1],
    ["reporter", 3],
  ]);
});

it("knows no cost where a price is known of no run", () => {
  const { jobs } = runFigures([ended("a", { cost: null })], [jobOf("a")], since);
  expect(jobs[0]?.cost).toBeNull();
});
