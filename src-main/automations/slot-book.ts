import type { Job, JobId, SlotLine, TimeLine } from "../../src-preload/contract/automations.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { PastRun, SinceLast } from "./back-off.ts";
import type { Slot } from "./due-slots.ts";
import type { LineOf } from "./scheduler-parts.ts";

export type BegunLine = LineOf<"begun">;

/** So many of its last runs are held. */
const mostRuns = 60;

/** So many lines of a job are held. */
const mostLines = 200;

/** What the log tells of the times of a job. */
export class JobHistory {
  /** The newest first. */
  readonly lines: TimeLine[] = [];
  /** Its times up to this one were looked at; 0: none. Milliseconds since 1970. */
  lookedTo = 0;
  readonly #begun = new Set<Slot>();
  #runs: readonly PastRun[] = [];

  add(line: SlotLine): void {
    this.#addToRuns(line);
    if (line.kind === "read") return;
    this.lines.unshift(line);
    if (this.lines.length > mostLines) this.lines.pop();
    if (!isOfSchedule(line)) return;
    if (line.kind === "begun") this.#begun.add(Date.parse(line.due));
    this.lookedTo = Math.max(this.lookedTo, Date.parse(line.kind === "missed" ? line.until : line.due));
  }

  /** Its last runs, the newest first. */
  get runs(): readonly PastRun[] {
    return this.#runs;
  }

  /** Its times since the last one that was used. */
  get sinceLast(): SinceLast {
    let passed = 0;
    for (const line of this.lines) {
      if (!isOfSchedule(line)) continue;
      if (line.kind === "begun") return { last: Date.parse(line.due), passed };
      passed += line.kind === "missed" ? line.count : 1;
    }
    return { last: null, passed };
  }

  #addToRuns(line: SlotLine): void {
    if (line.kind === "begun") {
      const { sessionKey, trigger, due, time } = line;
      const run = { sessionKey, trigger, due: Date.parse(due), begunAt: Date.parse(time), end: null, isRead: false };
      this.#runs = [run, ...this.#runs].slice(0, mostRuns);
    } else if (line.kind === "ended") this.#changeRun(line.sessionKey, { end: line });
    else if (line.kind === "read") this.#changeRun(line.sessionKey, { isRead: true });
  }

  #changeRun(key: SessionKey, to: Partial<PastRun>): void {
    this.#runs = this.#runs.map((run) => (run.sessionKey === key ? { ...run, ...to } : run));
  }

  hasBegun(slot: Slot): boolean {
    return this.#begun.has(slot);
  }

  /** How often it failed one after the other, the last time included. */
  get failures(): number {
    const ends = this.lines.filter((line) => line.kind === "ended");
    const good = ends.findIndex(({ outcome }) => outcome === "done");
    const since = good === -1 ? ends : ends.slice(0, good);
    return since.filter(({ outcome }) => outcome === "failed").length;
  }

  /** Runs that began and of whose end nothing is written. */
  get open(): readonly BegunLine[] {
    const ended = new Set(this.lines.flatMap((line) => (line.kind === "ended" ? [line.sessionKey] : [])));
    return this.lines.filter((line) => line.kind === "begun").filter(({ sessionKey }) => !ended.has(sessionKey));
  }
}

/** A run that was begun by hand is none of the times of its job. */
function isOfSchedule(line: TimeLine): boolean {
  if (line.kind === "ended") return false;
  return line.kind !== "begun" || line.trigger === "schedule" || line.trigger === "late";
}

/** The log of the jobs as it is asked about: by job, in memory. */
export class SlotBook {
  readonly #jobs = new Map<JobId, JobHistory>();

  /** Takes in a line that is on the disk. */
  add(line: SlotLine): void {
    this.of(line.jobId).add(line);
  }

  of(id: JobId): JobHistory {
    const known = this.#jobs.get(id);
    if (known !== undefined) return known;
    const made = new JobHistory();
    this.#jobs.set(id, made);
    return made;
  }

  /** All that was due by now is written. What is not is looked at again by the next start. */
  lookedAt(id: JobId, now: number): void {
    const job = this.of(id);
    job.lookedTo = Math.max(job.lookedTo, now);
  }

  /** The clock was put back: times from now on come again, and those that were run are known. */
  clockIsAt(now: number): void {
    for (const job of this.#jobs.values()) job.lookedTo = Math.min(job.lookedTo, now);
  }
}

/** Which times of a job come next: after those that were looked at. */
export function lookFrom(job: Job, { lookedTo }: Pick<JobHistory, "lookedTo">): number {
  return Math.max(Date.parse(job.dueAfter), lookedTo);
}

/** A moment as the files have it. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}
