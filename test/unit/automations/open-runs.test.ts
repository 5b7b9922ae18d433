import { expect, it } from "vitest";
import type { JobEnd, JobRuns } from "../../../src-main/automations/job-runs.ts";
import { createScheduler, type Scheduler } from "../../../src-main/automations/scheduler.ts";
import type { Job, SlotLine } from "../../../src-preload/contract/automations.ts";
import { sessionKeyOf } from "../../../src-preload/contract/ids.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { SimulatedTime } from "../../support/automations/simulated-clock.ts";
import { jobOf } from "../../support/job-view.ts";

/* What becomes of a run that fails, or waits for the person, by a clock that is set by hand. */

const start = Date.parse("2026-12-01T08:00:00Z");
const minute = 60_000;
const failed: JobEnd = {
  outcome: "failed",
  reason: "The server is down.",
  said: "",
  durationMs: 900,
  tokens: 10,
  cost: 0.01,
  mayRetry: true,
};

interface Bench extends AsyncDisposable {
  readonly scheduler: Scheduler;
  readonly lines: SlotLine[];
  /** The runs that were begun or tried again, the last one last: each ends as it is told. */
  readonly ends: ((end: JobEnd) => void)[];
  isWaiting: boolean;
  pass(ms: number): Promise<void>;
}

function createBench(job: Job): Bench {
  const time = new SimulatedTime(start);
  const clock = time.process();
  const lines: SlotLine[] = [];
  const ends: Bench["ends"] = [];
  const follow = (): Promise<JobEnd> => new Promise((resolve) => void ends.push(resolve));
  const runs: JobRuns = {
    newKey: (own) => sessionKeyOf("cron", own.id, `r${ends.length}`),
    run: follow,
    again: follow,
    takeUp: follow,
    isWaiting: async () => bench.isWaiting,
    stop: async () => ({ tokens: 47, cost: 0.02 }),
  };
  const scheduler = createScheduler({
    clock,
    log: () => undefined,
    store: { list: async () => ok([job]), change: async () => ok(job) },
    slots: {
      read: async () => ok([]),
      add: async (line) => {
        lines.push(line);
        return ok(undefined);
      },
      [Symbol.asyncDispose]: async () => undefined,
    },
    runs,
    pause: { current: async () => ok(null), isPaused: async () => false },
    events: {
      changed: () => undefined,
      begun: () => undefined,
      ending: async () => undefined,
      ended: () => undefined,
      missed: async () => undefined,
      stopped: async () => undefined,
    },
  });
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const bench: Bench = {
    scheduler,
    lines,
    ends,
    isWaiting: false,
    async pass(ms) {
      for (const until = time.real + ms; time.real < until; ) {
        time.real = Math.min(Math.max(time.next, time.real + 1), until);
        time.strike();
        await settle();
      }
    },
    [Symbol.asyncDispose]: () => scheduler[Symbol.asyncDispose](),
  };
  return bench;
}

const hourly = (given: Partial<Job> = {}): Job =>
  jobOf("hourly", {
    schedule: { kind: "cron", expression: "0 * * * *", timezone: "UTC" },
    dueAfter: new Date(start).toISOString(),
    retries: 2,
    ...given,
  });
const kindsOf = ({ lines }: Bench) => lines.map(({ kind }) => kind);

it("is tried again later, and says when", async () => {
  const job = hourly();
  await using bench = createBench(job);
  bench.scheduler.start();
  await bench.scheduler.runNow(job, "hand");
  bench.ends[0]?.(failed);
  await bench.pass(1);
  expect((await bench.scheduler.standing(job)).running).toMatchObject({ retryAt: start + minute + 1 });
  await bench.pass(minute);
  expect(bench.ends).toHaveLength(2);
  expect((await bench.scheduler.standing(job)).running).toMatchObject({ retryAt: null });
  bench.ends[1]?.({ ...failed, outcome: "done", said: "Done.", mayRetry: false });
  await bench.pass(1);
  expect(bench.lines.at(-1)).toMatchObject({ kind: "ended", outcome: "done", tokens: 20 });
});

it("is told at once where somebody tries the job", async () => {
  const job = hourly();
  await using bench = createBench(job);
  bench.scheduler.start();
  await bench.scheduler.runNow(job, "trial");
  bench.ends[0]?.(failed);
  await bench.pass(1);
  expect(bench.lines.at(-1)).toMatchObject({ kind: "ended", outcome: "failed" });
});

it.each(["skip", "queue"] as const)("is left waiting for the person when its next time comes (%s)", async (overlap) => {
  const job = hourly({ overlap });
  await using bench = createBench(job);
  bench.scheduler.start();
  await bench.pass(61 * minute);
  expect(kindsOf(bench)).toEqual(["begun"]);
  bench.isWaiting = true;
  await bench.pass(120 * minute);
  expect(bench.ends).toHaveLength(1);
  expect(kindsOf(bench)).toEqual(overlap === "skip" ? ["begun", "skipped", "skipped"] : ["begun"]);
  bench.isWaiting = false;
  bench.ends[0]?.({ ...failed, outcome: "done", said: "Done.", mayRetry: false });
  await bench.pass(1);
  expect(kindsOf(bench).slice(-2)).toEqual(overlap === "skip" ? ["skipped", "ended"] : ["ended", "begun"]);
});

it("is ended after a week of waiting, with what it took and why", async () => {
  const job = hourly();
  await using bench = createBench(job);
  bench.scheduler.start();
  await bench.scheduler.runNow(job, "hand");
  bench.isWaiting = true;
  await bench.pass(7 * 24 * 60 * minute + minute);
  expect(bench.lines.find(({ kind }) => kind === "ended")).toMatchObject({
    outcome: "interrupted",
    reason: expect.stringMatching(/waited a week/),
    tokens: 47,
    cost: 0.02,
    durationMs: expect.any(Number),
  });
});
