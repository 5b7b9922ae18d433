import { inTimeMs } from "../../../src-main/automations/due-slots.ts";
import { nextTimes } from "../../../src-main/automations/next-times.ts";
import type { Job, SlotLine } from "../../../src-preload/contract/automations.ts";

/** In milliseconds since 1970. */
export interface QuietTime {
  readonly from: number;
  readonly until: number;
}

interface SimulatedLog {
  readonly jobs: readonly Job[];
  readonly lines: readonly SlotLine[];
  readonly range: QuietTime;
  /** When Perch was awake and the clock was right. */
  readonly quiet: readonly QuietTime[];
}

const week = 7 * 24 * 3_600_000;
/** A run may be on when the next time comes. */
const settleMs = 30 * 60_000;

/** What is wrong with what was written of the times of the jobs: each is run once or not at all, and is told. */
export function faultsOf({ jobs, lines, range, quiet }: SimulatedLog): readonly string[] {
  return jobs.flatMap((job) => {
    const own = lines.filter(({ jobId }) => jobId === job.id);
    return [
      ...twice(job, own),
      ...early(own),
      ...late(job, own),
      ...untold(job, own, range),
      ...idle(job, own, quiet),
      ...rested(job, own),
    ];
  });
}

const begunOf = (lines: readonly SlotLine[]) => lines.filter((line) => line.kind === "begun");
const shown = (job: Job, slot: number): string => `${job.id} at ${new Date(slot).toISOString()}`;

function twice(job: Job, lines: readonly SlotLine[]): readonly string[] {
  const begun = begunOf(lines).map(({ due }) => due);
  return begun.filter((due, at) => begun.indexOf(due) !== at).map((due) => `${job.id} at ${due} was run twice`);
}

function early(lines: readonly SlotLine[]): readonly string[] {
  return begunOf(lines)
    .filter(({ time, due }) => Date.parse(time) < Date.parse(due))
    .map(({ jobId, due }) => `${jobId} at ${due} was run before its time`);
}

/** What comes late is what the rule of the job allows. */
function late(job: Job, lines: readonly SlotLine[]): readonly string[] {
  return begunOf(lines).flatMap(({ time, due, trigger }) => {
    const by = Date.parse(time) - Date.parse(due);
    const mayBe =
      trigger === "late" ? job.missed === "catch-up" && by <= week : by <= inTimeMs || job.overlap === "queue";
    return mayBe ? [] : [`${job.id} at ${due} was run ${Math.round(by / 60_000)} minutes late`];
  });
}

/** Every time that has come is told of: run, skipped, missed or asked about. */
function untold(job: Job, lines: readonly SlotLine[], range: QuietTime): readonly string[] {
  const told = new Set(lines.filter(({ kind }) => kind !== "missed").map(({ due }) => Date.parse(due)));
  const missed = lines
    .filter((line) => line.kind === "missed")
    .map(({ due, until }) => [Date.parse(due), Date.parse(until)]);
  const isTold = (slot: number): boolean =>
    told.has(slot) || missed.some(([from = 0, until = 0]) => from <= slot && slot <= until);
  const open = lines.findLast((line) => line.kind === "begun");
  // One that waits for the end of a run is told of when that has ended.
  const waitsFrom = job.overlap === "queue" && open !== undefined ? Date.parse(open.due) : Number.POSITIVE_INFINITY;
  return slotsIn(job, range)
    .filter((slot) => !isTold(slot) && slot < waitsFrom)
    .map((slot) => `${shown(job, slot)} was passed over without a word`);
}

/** While nothing happened to the computer, and no run was on, a job was run in time. */
function idle(job: Job, lines: readonly SlotLine[], quiet: readonly QuietTime[]): readonly string[] {
  if (job.id === "hangs") return [];
  const begun = new Set(begunOf(lines).map(({ due }) => Date.parse(due)));
  const skipped = new Set(
    lines.filter(({ kind }) => kind === "skipped" || kind === "rested").map(({ due }) => Date.parse(due)),
  );
  const on = begunOf(lines).map(({ time, sessionKey }) => {
    const end = lines.find((line) => line.kind === "ended" && line.sessionKey === sessionKey);
    return {
      from: Date.parse(time),
      until: end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end.time) + settleMs,
    };
  });
  return quiet
    .flatMap(({ from, until }) => slotsIn(job, { from: from + settleMs, until: until - settleMs }))
    .filter((slot) => !begun.has(slot) && !skipped.has(slot))
    .filter((slot) => !on.some(({ from, until }) => from <= slot && slot <= until))
    .map((slot) => `${shown(job, slot)} was not run though nothing was in its way`);
}

/** A time is left out only where the job was failing or nobody read it, and never more than seven in a row. */
function rested(job: Job, lines: readonly SlotLine[]): readonly string[] {
  const faults: string[] = [];
  let row = 0;
  let failures = 0;
  let unread = 0;
  for (const line of lines) {
    if (line.kind === "begun") row = 0;
    else if (line.kind === "read") failures = unread = 0;
    else if (line.kind === "ended") {
      failures = line.outcome === "done" ? 0 : failures + 1;
      unread += 1;
    } else if (line.kind === "rested") {
      row += 1;
      if (!job.backOff) faults.push(`${job.id} at ${line.due} was left out though it is run each time`);
      if (row > 7) faults.push(`${job.id} at ${line.due} was left out too often`);
      const why = line.reason === "failed" ? failures > 0 : unread >= 5;
      if (!why) faults.push(`${job.id} at ${line.due} was left out without a reason`);
    }
  }
  return faults;
}

function slotsIn(job: Job, { from, until }: QuietTime): readonly number[] {
  const slots: number[] = [];
  for (let at = from; ; ) {
    const next = nextTimes(job.schedule, at, 1)[0];
    if (next === undefined || next > until) return slots;
    slots.push(next);
    at = next;
  }
}
