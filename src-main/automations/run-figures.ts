import type { Job, RunFigures, SlotLine } from "../../src-preload/contract/automations.ts";
import { tellsSomething } from "./back-off.ts";

type EndedLine = Extract<SlotLine, { kind: "ended" }>;

interface EndedRun {
  readonly end: EndedLine;
  readonly isTold: boolean;
  readonly isRead: boolean;
}

/** What came of the runs that ended since then (milliseconds since 1970): by job, in the order of the jobs, and by agent profile. */
export function runFigures(
  lines: readonly SlotLine[],
  jobs: readonly Job[],
  since: number,
): { readonly jobs: readonly RunFigures[]; readonly profiles: readonly RunFigures[] } {
  const read = new Set(lines.flatMap((line) => (line.kind === "read" ? [line.sessionKey] : [])));
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const runs = lines
    .filter((line) => line.kind === "ended")
    .filter(({ time }) => Date.parse(time) >= since)
    .map((end): EndedRun => {
      const job = byId.get(end.jobId);
      const isTold = job !== undefined && tellsSomething(job, end);
      return { end, isTold, isRead: isTold && read.has(end.sessionKey) };
    });
  const ofJobs = Map.groupBy(runs, ({ end }) => end.jobId);
  const ofProfiles = Map.groupBy(runs, ({ end }) => end.profile);
  return {
    jobs: jobs.map(({ id, name }) => figuresOf(id, name, ofJobs.get(id) ?? [])),
    profiles: [...ofProfiles]
      .flatMap(([profile, own]) => (profile === null ? [] : [figuresOf(profile, profile, own)]))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
  };
}

function figuresOf(key: string, name: string, runs: readonly EndedRun[]): RunFigures {
  const costs = runs.flatMap(({ end: { cost } }) => (cost === null ? [] : [cost]));
  // A run that was closed by a later start has no time of its own.
  const times = runs.flatMap(({ end: { durationMs } }) => (durationMs > 0 ? [durationMs] : []));
  return {
    key,
    name,
    runs: runs.length,
    done: runs.filter(({ end }) => end.outcome === "done").length,
    cost: costs.length === 0 ? null : sum(costs),
    tokens: sum(runs.map(({ end }) => end.tokens)),
    meanMs: times.length === 0 ? null : Math.round(sum(times) / times.length),
    longestMs: times.length === 0 ? null : Math.max(...times),
    told: runs.filter(({ isTold }) => isTold).length,
    read: runs.filter(({ isRead }) => isRead).length,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
