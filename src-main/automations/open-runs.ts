import type { Job, JobId, Trigger } from "../../src-preload/contract/automations.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import { nothingSpent, plus, type Spent } from "../../src-preload/contract/spent.ts";
import { text } from "../words.ts";
import type { Slot } from "./due-slots.ts";
import { type JobEnd, noEnd } from "./job-runs.ts";
import type { LineOf, SchedulerParts } from "./scheduler-parts.ts";
import { type BegunLine, iso, type SlotBook } from "./slot-book.ts";

/** A run of a job that is on, or waits for the person. */
interface OpenRun {
  readonly job: Job;
  readonly line: BegunLine;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** What the tries took that came to nothing. */
  spent: Spent;
  /** It failed, and is tried again then (milliseconds since 1970); null where it works. */
  retryAt: number | null;
}

/** The runs of jobs that have begun and not ended: one a job. */
export interface OpenRuns {
  readonly isAny: boolean;
  of(id: JobId): OpenRun | null;
  /** Written down before anything is done: a slot is run once or not at all, whatever happens. */
  begin(job: Job, slot: Slot, trigger: Trigger): AsyncResult<SessionKey>;
  /** What an earlier process began and of whose end nothing is written. */
  takeUp(jobs: readonly Job[]): Promise<void>;
  /** A call of its run waits for the person. */
  isWaiting(id: JobId): Promise<boolean>;
  /** Ends those that have waited for a week. */
  endWaits(): Promise<void>;
  stop(id: JobId): Promise<void>;
  /** From now on no end is written: the next start takes up what is on. */
  close(): void;
}

interface OpenRunParts extends SchedulerParts {
  readonly book: SlotBook;
  /** One after the other with what the scheduler does. */
  readonly serially: (work: () => Promise<void>) => Promise<void>;
  /** A run has ended, its end is written; `job` as it stands now. */
  readonly onEnd: (job: Job) => Promise<void>;
}

/** A job that failed so often one after the other is stopped. */
const mostFailures = 3;
/** Before a run that failed is tried again; the last one counts for all further tries. */
const retryMs = [60_000, 300_000, 900_000];
const mostWaitMs = 7 * 24 * 3_600_000;

const cutOffEnd: JobEnd = { ...noEnd, outcome: "interrupted" };
const stoppedEnd: JobEnd = { ...noEnd, outcome: "stopped" };
const waitedEnd = (): JobEnd => ({ ...noEnd, outcome: "interrupted", reason: text("job.waited") });

export function createOpenRuns(parts: OpenRunParts): OpenRuns {
  return new RunsOfJobs(parts);
}

class RunsOfJobs implements OpenRuns {
  readonly #parts: OpenRunParts;
  readonly #open = new Map<JobId, OpenRun>();
  readonly #retries = new Set<Disposable>();
  #isClosed = false;

  constructor(parts: OpenRunParts) {
    this.#parts = parts;
  }

  get isAny(): boolean {
    return this.#open.size > 0;
  }

  of(id: JobId): OpenRun | null {
    return this.#open.get(id) ?? null;
  }

  async begin(job: Job, slot: Slot, trigger: Trigger): AsyncResult<SessionKey> {
    const { runs, slots, book, events } = this.#parts;
    const sessionKey = runs.newKey(job);
    const about = { time: this.#time(), jobId: job.id, due: iso(slot) };
    const line = { ...about, kind: "begun", sessionKey, trigger } as const;
    const written = await slots.add(line);
    if (!written.ok) return written;
    book.add(line);
    const run = this.#add(job, line);
    events.begun(job, line);
    void this.#follow(run, runs.run(job, sessionKey), 0);
    return ok(sessionKey);
  }

  async takeUp(jobs: readonly Job[]): Promise<void> {
    const { runs, book } = this.#parts;
    for (const job of jobs) {
      const [newest, ...older] = book.of(job.id).open;
      // A later run began after these: their ends could not be written.
      for (const line of older) await this.#write(this.#endLine(job, line, cutOffEnd));
      if (newest !== undefined) void this.#follow(this.#add(job, newest), runs.takeUp(newest.sessionKey), 0);
    }
  }

  async isWaiting(id: JobId): Promise<boolean> {
    const run = this.#open.get(id);
    return run !== undefined && (await this.#parts.runs.isWaiting(run.line.sessionKey));
  }

  async endWaits(): Promise<void> {
    for (const { job, since } of [...this.#open.values()]) {
      if (this.#parts.clock.now() - since >= mostWaitMs && (await this.isWaiting(job.id))) {
        await this.#halt(job.id, waitedEnd());
      }
    }
  }

  stop(id: JobId): Promise<void> {
    return this.#halt(id, stoppedEnd);
  }

  /** Who follows it comes too late then. */
  async #halt(id: JobId, end: JobEnd): Promise<void> {
    const run = this.#open.get(id);
    if (run === undefined) return;
    const spent = await this.#parts.runs.stop(run.line.sessionKey);
    run.spent = nothingSpent;
    await this.#finish(run, { ...end, ...spent, durationMs: this.#parts.clock.now() - run.since });
  }

  close(): void {
    this.#isClosed = true;
    for (const retry of this.#retries) retry[Symbol.dispose]();
  }

  #add(job: Job, line: BegunLine): OpenRun {
    const run: OpenRun = { job, line, since: Date.parse(line.time), spent: nothingSpent, retryAt: null };
    this.#open.set(job.id, run);
    return run;
  }

  async #follow(run: OpenRun, ending: Promise<JobEnd | null>, tries: number): Promise<void> {
    const end = await ending;
    // Perch is closed while it works: the next start goes on from here.
    if (end === null || this.#isClosed) return;
    // Who tries it by hand waits for what comes of it.
    if (end.mayRetry && tries < run.job.retries && run.line.trigger !== "trial") {
      run.spent = plus(run.spent, end);
      this.#retryLater(run, tries);
    } else await this.#parts.serially(() => this.#finish(run, end));
  }

  #retryLater(run: OpenRun, tries: number): void {
    const waitMs = retryMs[Math.min(tries, retryMs.length - 1)] ?? 0;
    run.retryAt = this.#parts.clock.now() + waitMs;
    this.#parts.events.changed();
    const timer = this.#parts.clock.setTimer(waitMs, () => {
      this.#retries.delete(timer);
      run.retryAt = null;
      void this.#follow(run, this.#parts.runs.again(run.line.sessionKey), tries + 1);
    });
    this.#retries.add(timer);
  }

  async #finish({ job, line: begun, spent }: OpenRun, end: JobEnd): Promise<void> {
    if (this.#isClosed || this.#open.get(job.id)?.line !== begun) return;
    const { events } = this.#parts;
    const line = this.#endLine(job, begun, { ...end, ...plus(spent, end) });
    await events.ending(job, line);
    await this.#write(line);
    this.#open.delete(job.id);
    events.ended(job, line);
    await this.#settle(job, begun, line);
    events.changed();
  }

  #endLine(job: Job, { due, sessionKey }: BegunLine, end: JobEnd): LineOf<"ended"> {
    const { outcome, reason, said, durationMs, tokens, cost } = end;
    const about = { time: this.#time(), jobId: job.id, due, sessionKey };
    return { ...about, kind: "ended", outcome, reason, said, durationMs, tokens, cost, profile: job.profile };
  }

  /** Where it cannot be written, the next start finds the run that ended, and writes it then. */
  async #write(line: LineOf<"ended">): Promise<void> {
    const { slots, log, book } = this.#parts;
    const written = await slots.add(line);
    if (!written.ok) log("error", "the end of a job could not be written", { reason: written.error.message });
    book.add(line);
  }

  /** What the end of a run makes of its job. */
  async #settle({ id }: Job, { trigger }: BegunLine, ended: LineOf<"ended">): Promise<void> {
    const { store, book, events, onEnd } = this.#parts;
    const listed = await store.list();
    const job = listed.ok ? listed.value.find((one) => one.id === id) : undefined;
    if (job === undefined) return;
    if (trigger === "trial" && ended.outcome === "done") await store.change(id, { triedAt: this.#time() });
    else if (job.state === "on" && book.of(id).failures >= mostFailures) {
      await store.change(id, { state: "stopped" });
      return events.stopped(job, ended.reason);
    } else if (job.schedule.kind === "at" && trigger !== "trial") await store.change(id, { state: "off" });
    return onEnd(job);
  }

  #time(): string {
    return iso(this.#parts.clock.now());
  }
}
