import type { JobEnd, JobRuns } from "../../../src-main/automations/job-runs.ts";
import type { Clock } from "../../../src-main/host.ts";
import { type SessionKey, sessionKeyOf } from "../../../src-preload/contract/ids.ts";
import { nothingSpent } from "../../../src-preload/contract/spent.ts";
import type { Random } from "../../torture/random.ts";

/** How a run is going, on the disk of the simulated computer: it is there also when its process is not. */
interface SimulatedRun {
  state: "running" | "waiting" | "ended";
}

export type RunsOnDisk = Map<SessionKey, SimulatedRun>;

const minute = 60_000;
const ended = (outcome: JobEnd["outcome"]): JobEnd => ({
  outcome,
  reason: outcome === "done" ? "" : "as it happens",
  said: "x",
  durationMs: 0,
  tokens: 0,
  cost: 0,
  mayRetry: outcome === "failed",
});

/** Runs that take a while, fail now and then, wait for a person, or (of a job that hangs) never end. */
export function createSimulatedRuns(disk: RunsOnDisk, clock: Clock, random: Random): JobRuns {
  const ends = new Map<SessionKey, (end: JobEnd | null) => void>();

  function finish(key: SessionKey, end: JobEnd): void {
    const run = disk.get(key);
    if (run === undefined || run.state === "ended") return;
    run.state = "ended";
    ends.get(key)?.(end);
  }

  function go(key: SessionKey): Promise<JobEnd | null> {
    const { promise, resolve } = Promise.withResolvers<JobEnd | null>();
    ends.set(key, resolve);
    const hangs = key.startsWith("cron:hangs:");
    const waits = !hangs && random.chance(0.03);
    disk.set(key, { state: waits ? "waiting" : "running" });
    const outcome = random.chance(0.05) ? "failed" : "done";
    // A person answers within a few hours.
    if (!hangs) clock.setTimer(random.below((waits ? 180 : 20) * minute), () => finish(key, ended(outcome)));
    return promise;
  }

  return {
    newKey: (job) => sessionKeyOf("cron", job.id, `r${disk.size}`),
    run: (_job, key) => go(key),
    again: (key) => go(key),
    async takeUp(key) {
      const state = disk.get(key)?.state;
      if (state === "waiting") {
        clock.setTimer(random.below(180 * minute), () => finish(key, ended("done")));
        return new Promise((resolve) => void ends.set(key, resolve));
      }
      if (state === "running" && random.chance(0.5)) return go(key);
      disk.set(key, { state: "ended" });
      return ended(state === "ended" ? "done" : "interrupted");
    },
    isWaiting: async (key) => disk.get(key)?.state === "waiting",
    async stop(key) {
      finish(key, ended("stopped"));
      return nothingSpent;
    },
  };
}
