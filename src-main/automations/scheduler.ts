import type {
  BackOff,
  Job,
  JobId,
  JobView,
  SlotLine,
  TimeLine,
  Trigger,
} from "../../src-preload/contract/automations.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail } from "../../src-preload/contract/result.ts";
import { createLane } from "../bus/lane.ts";
import { loadOnce } from "../storage/month-log.ts";
import { text } from "../words.ts";
import { backOffOf, isRested, nextUsed, type PastRun } from "./back-off.ts";
import { dueSlots, type Slot } from "./due-slots.ts";
import { nextTimes } from "./next-times.ts";
import { createOpenRuns, type OpenRuns } from "./open-runs.ts";
import type { LineOf, SchedulerParts } from "./scheduler-parts.ts";
import { iso, lookFrom, SlotBook } from "./slot-book.ts";

/** How a job stands beside its own entry. */
interface JobStanding {
  /** When it is really run; null where it is not on, has no time any more, or is paused for good. Milliseconds since 1970. */
  readonly next: number | null;
  readonly running: Omit<NonNullable<JobView["running"]>, "waiting"> | null;
  /** The newest first. */
  readonly lines: readonly TimeLine[];
  readonly failures: number;
  /** The newest first. */
  readonly runs: readonly PastRun[];
  readonly backOff: BackOff | null;
}

export interface Scheduler extends AsyncDisposable {
  /** From now on jobs are run when they are due; first of all what a dead process left is taken up. */
  start(): void;
  standing(job: Job): Promise<JobStanding>;
  /** Runs it now, beside its schedule. `busy` where its last run is still on. */
  runNow(job: Job, trigger: Extract<Trigger, "hand" | "trial">): AsyncResult<SessionKey>;
  /** Something of the jobs was changed: their times are looked at anew. */
  look(): Promise<void>;
  /** The person has read what came of these runs. */
  read(id: JobId, isMeant: (run: PastRun) => boolean): Promise<void>;
  /** A job that was removed: its run is stopped. */
  forget(id: JobId): Promise<void>;
}

/** Sleep and clocks that are put on are noticed after this long at the latest. */
const lookAtLeastMs = 30_000;

export function createScheduler(parts: SchedulerParts): Scheduler {
  return new JobScheduler(parts);
}

class JobScheduler implements Scheduler {
  readonly #parts: SchedulerParts;
  readonly #book = new SlotBook();
  readonly #open: OpenRuns;
  /** Times that came while the last run of their job was still on, and whose rule is to wait. */
  readonly #queued = new Map<JobId, Slot>();
  /** Looks, and what changes what they look at, one after the other. */
  readonly #serially = createLane((cause) =>
    this.#parts.log("error", "the jobs could not be looked at", { reason: String(cause) }),
  );
  /** Reckoned once: `from` is the moment after which it is the next. */
  #next = new WeakMap<Job, { readonly from: number; readonly at: number }>();
  /** What the log on the disk tells, before anything is decided by it. */
  readonly #load: () => Promise<void>;
  #timer: Disposable | null = null;
  #isOn = false;
  #isClosed = false;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#load = loadOnce(
      parts.slots,
      (line) => this.#book.add(line),
      (reason) => parts.log("error", "the log of the jobs could not be read", { reason }),
    );
    this.#open = createOpenRuns({
      ...parts,
      book: this.#book,
      serially: (work) => this.#serially(work),
      onEnd: (job) => this.#takeQueued(job),
    });
  }

  start(): void {
    this.#isOn = true;
    void this.#serially(async () => {
      await this.#load();
      const jobs = await this.#parts.store.list();
      if (jobs.ok) await this.#open.takeUp(jobs.value);
    });
    void this.look();
  }

  async standing(job: Job): Promise<JobStanding> {
    await this.#load();
    const { lines, failures } = this.#book.of(job.id);
    const running = this.#open.of(job.id);
    const backOff = backOffOf(job, this.#book.of(job.id).runs);
    return {
      next: job.state === "on" ? await this.#usedNext(job, backOff) : null,
      running:
        running === null
          ? null
          : { sessionKey: running.line.sessionKey, since: running.since, retryAt: running.retryAt },
      lines: [...lines],
      failures,
      runs: this.#book.of(job.id).runs,
      backOff,
    };
  }

  async #usedNext(job: Job, backOff: BackOff | null): Promise<number | null> {
    const pause = await this.#parts.pause.current();
    if (!pause.ok || (pause.value !== null && pause.value.until === null)) return null;
    const history = this.#book.of(job.id);
    const until = pause.value?.until ?? 0;
    // What the pause leaves out is caught up with when it ends.
    if (job.missed === "catch-up" && this.#nextOf(job) < until) return until;
    const from = Math.max(lookFrom(job, history), until - 1);
    return nextUsed(job.schedule, from, { backOff, sinceLast: history.sinceLast });
  }

  read(id: JobId, isMeant: (run: PastRun) => boolean): Promise<void> {
    return this.#serially(async () => {
      await this.#load();
      for (const run of this.#book.of(id).runs) {
        if (run.isRead || !isMeant(run)) continue;
        await this.#write({ ...this.#line({ id }, run.due), kind: "read", sessionKey: run.sessionKey });
      }
    });
  }

  runNow(job: Job, trigger: "hand" | "trial"): AsyncResult<SessionKey> {
    return this.#serially(async () => {
      await this.#load();
      if (this.#open.of(job.id) !== null) return fail(contractError("busy", text("job.running")));
      return this.#open.begin(job, this.#parts.clock.now(), trigger);
    });
  }

  look(): Promise<void> {
    return this.#serially(() => this.#look());
  }

  async forget(id: JobId): Promise<void> {
    this.#queued.delete(id);
    await this.#serially(() => this.#open.stop(id));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#endSleep();
    this.#open.close();
    await this.#serially(async () => undefined);
  }

  /** The first of its times that was not looked at; infinite where there is none. */
  #nextOf(job: Job): number {
    const known = this.#next.get(job);
    const from = lookFrom(job, this.#book.of(job.id));
    if (known?.from === from) return known.at;
    const at = nextTimes(job.schedule, from, 1)[0] ?? Number.POSITIVE_INFINITY;
    this.#next.set(job, { from, at });
    return at;
  }

  async #look(): Promise<void> {
    this.#endSleep();
    if (!this.#isOn || this.#isClosed) return;
    // Whatever goes wrong in this look, there is a next one.
    this.#sleepFor(lookAtLeastMs);
    await this.#load();
    const jobs = await this.#parts.store.list();
    // A file that cannot be read is told of where the jobs are shown; the next look may find it mended.
    const on = jobs.ok ? jobs.value.filter(({ state }) => state === "on") : [];
    this.#book.clockIsAt(this.#parts.clock.now());
    const isPaused = await this.#parts.pause.isPaused(this.#parts.clock.now());
    for (const job of isPaused ? [] : on) {
      // One time waits already: what comes meanwhile is looked at when that has begun.
      if (this.#queued.has(job.id)) continue;
      if (this.#nextOf(job) <= this.#parts.clock.now()) await this.#lookAt(job);
    }
    await this.#open.endWaits();
    if (this.#isClosed) return;
    if (on.length > 0 || !jobs.ok || this.#open.isAny) this.#sleep(on);
    else this.#endSleep();
  }

  #sleep(jobs: readonly Job[]): void {
    const ahead = Math.min(...jobs.map((job) => this.#nextOf(job))) - this.#parts.clock.now();
    // What has come and is still there waits for the end of a run, or for a disk that can be written.
    const ms = ahead > 0 ? Math.min(ahead, lookAtLeastMs) : lookAtLeastMs;
    this.#sleepFor(ms);
  }

  #endSleep(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
  }

  #sleepFor(ms: number): void {
    this.#endSleep();
    this.#timer = this.#parts.clock.setTimer(ms, () => void this.look());
  }

  async #lookAt(job: Job): Promise<void> {
    const now = this.#parts.clock.now();
    const history = this.#book.of(job.id);
    const due = dueSlots(job, { after: lookFrom(job, history), now }, (slot) => history.hasBegun(slot));
    let isWritten = true;
    if (due.missed !== null) {
      const { first, last, count } = due.missed;
      isWritten = await this.#miss(job, { ...this.#line(job, first), kind: "missed", count, until: iso(last) });
    }
    if (due.ask !== null) isWritten &&= await this.#miss(job, { ...this.#line(job, due.ask), kind: "asked" });
    if (due.run !== null) isWritten &&= await this.#takeOrRest(job, due.run, due.isLate ? "late" : "schedule");
    // Else the next look comes to it again.
    if (isWritten) this.#book.lookedAt(job.id, now);
  }

  /** One whose results nobody reads, or that fails, is not run each time. */
  async #takeOrRest(job: Job, slot: Slot, trigger: "schedule" | "late"): Promise<boolean> {
    const history = this.#book.of(job.id);
    const backOff = backOffOf(job, history.runs);
    if (backOff === null || !isRested(backOff, slot, history.sinceLast)) return this.#take(job, slot, trigger);
    return this.#write({ ...this.#line(job, slot), kind: "rested", reason: backOff.reason });
  }

  async #miss(job: Job, line: LineOf<"missed" | "asked">): Promise<boolean> {
    if (!(await this.#write(line))) return false;
    await this.#parts.events.missed(job, line);
    return true;
  }

  /** A time of the job has come. False where nothing is written of it yet. */
  async #take(job: Job, slot: Slot, trigger: "schedule" | "late"): Promise<boolean> {
    if (this.#open.of(job.id) === null) return (await this.#open.begin(job, slot, trigger)).ok;
    if (job.overlap === "skip") return this.#write({ ...this.#line(job, slot), kind: "skipped" });
    this.#queued.set(job.id, slot);
    return false;
  }

  /** Its last run has ended. */
  async #takeQueued(job: Job): Promise<void> {
    const slot = this.#queued.get(job.id);
    this.#queued.delete(job.id);
    if (slot === undefined || job.state !== "on") return;
    // Else the look that comes when that has ended finds it.
    if (!(await this.#parts.pause.isPaused(this.#parts.clock.now()))) await this.#open.begin(job, slot, "schedule");
  }

  #line(job: Pick<Job, "id">, slot: Slot) {
    return { time: iso(this.#parts.clock.now()), jobId: job.id, due: iso(slot) };
  }

  /** False where it could not be written: then nothing of it is acted on, and the next look comes to it again. */
  async #write(line: SlotLine): Promise<boolean> {
    const written = await this.#parts.slots.add(line);
    if (written.ok) this.#book.add(line);
    else this.#parts.log("error", "a line of the jobs could not be written", { reason: written.error.message });
    this.#parts.events.changed();
    return written.ok;
  }
}
