import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createScheduler, type Scheduler } from "../../../src-main/automations/scheduler.ts";
import { createSlotLog } from "../../../src-main/automations/slot-log.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { type Job, jobSchema, type Schedule, type SlotLine } from "../../../src-preload/contract/automations.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { createRandom, type Random } from "../../torture/random.ts";
import { faultsOf, type QuietTime } from "./check-days.ts";
import { SimulatedTime } from "./simulated-clock.ts";
import { createSimulatedRuns, type RunsOnDisk } from "./simulated-runs.ts";

interface SimulatedDaysOptions {
  readonly seed: number;
  readonly days: number;
  /** Milliseconds since 1970. */
  readonly start: number;
}

export interface SimulatedDays {
  readonly lines: readonly SlotLine[];
  readonly restarts: number;
  readonly faults: readonly string[];
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Given = Partial<Pick<Job, "backOff" | "missed" | "overlap">> & {
  readonly id: string;
  readonly schedule: Schedule;
};

function jobOf({ id, ...given }: Given, start: number): Job {
  const at = new Date(start).toISOString();
  const rest = { name: id, prompt: "x", state: "on", madeAt: at, dueAfter: at, retries: 0 };
  return jobSchema.parse({ ...rest, ...given, id });
}

const cron = (expression: string, timezone: string): Schedule => ({ kind: "cron", expression, timezone });

function jobsFrom(start: number): readonly Job[] {
  const from = new Date(start).toISOString();
  const given: readonly Given[] = [
    { id: "paris", schedule: cron("30 2 * * *", "Europe/Paris") },
    { id: "new-york", schedule: cron("30 1 * * *", "America/New_York"), missed: "skip" },
    { id: "sydney", schedule: cron("15 2 * * 1-5", "Australia/Sydney"), missed: "ask" },
    { id: "hourly", schedule: cron("0 * * * *", "Europe/Paris"), overlap: "queue" },
    { id: "always", schedule: cron("10 */3 * * *", "Europe/Paris"), backOff: false },
    { id: "often", schedule: { kind: "every", minutes: 45, from } },
    { id: "hangs", schedule: { kind: "every", minutes: 120, from } },
  ];
  return given.map((one) => jobOf(one, start));
}

/** Days in which the computer sleeps, Perch is started anew and killed, and the clock is set wrong and right again. */
export async function simulateDays({ seed, days, start }: SimulatedDaysOptions): Promise<SimulatedDays> {
  const folder = await mkdtemp(join(tmpdir(), "perch-days-"));
  try {
    return await new Simulation(folder, start, createRandom(seed)).run(start + days * day);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

class Simulation {
  readonly #folder: string;
  readonly #time: SimulatedTime;
  readonly #random: Random;
  readonly #jobs: readonly Job[];
  readonly #start: number;
  readonly #runs: RunsOnDisk = new Map();
  /** When nothing happened to the computer. */
  readonly #quiet: QuietTime[] = [];
  #restarts = 0;
  /** By the clock on the wall. */
  #pausedTo = 0;

  constructor(folder: string, start: number, random: Random) {
    this.#folder = folder;
    this.#start = start;
    this.#time = new SimulatedTime(start);
    this.#random = random;
    this.#jobs = jobsFrom(start);
  }

  async run(until: number): Promise<SimulatedDays> {
    let process = await this.#boot();
    while (this.#time.real < until) {
      const awake = this.#random.below(18 * hour);
      const from = this.#time.real;
      await this.#pass(process.scheduler, Math.min(from + awake, until));
      if (this.#time.offset === 0 && !this.#isPaused(from)) this.#quiet.push({ from, until: this.#time.real });
      await this.#person(process.scheduler);
      const what = this.#random.below(10);
      if (what < 4) this.#time.real += this.#random.below(what === 0 ? 9 * day : 10 * hour);
      else if (what < 6) {
        await process.end(what === 4);
        this.#time.real += this.#random.below(2 * hour);
        process = await this.#boot();
      } else this.#setClock();
    }
    this.#time.offset = 0;
    await this.#pass(process.scheduler, this.#time.real + minute);
    await process.end(true);
    const lines = await this.#lines();
    const range = { from: this.#start, until: this.#time.real };
    return {
      lines,
      restarts: this.#restarts,
      faults: faultsOf({ jobs: this.#jobs, lines, range, quiet: this.#quiet }),
    };
  }

  /** Reads what the jobs told now and then, and pauses them all for a while. */
  async #person(scheduler: Scheduler): Promise<void> {
    if (this.#random.chance(0.08)) for (const { id } of this.#jobs) await scheduler.read(id, ({ end }) => end !== null);
    if (this.#random.chance(0.05)) this.#pausedTo = this.#time.wall + this.#random.below(30 * hour);
  }

  #isPaused(since: number): boolean {
    return this.#pausedTo > since;
  }

  /** Wrong by up to a day, or right again. */
  #setClock(): void {
    const isWrong = this.#time.offset === 0 && this.#random.chance(0.5);
    this.#time.offset = isWrong ? this.#random.below(2 * day) - day : 0;
  }

  /** Lets time pass while the process is awake. */
  async #pass(scheduler: Scheduler, until: number): Promise<void> {
    while (this.#time.real < until) {
      this.#time.real = Math.max(this.#time.real, Math.min(this.#time.next, until));
      this.#time.strike();
      await this.#settle(scheduler);
    }
  }

  async #settle(scheduler: Scheduler): Promise<void> {
    for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
    await scheduler.look();
  }

  #slots(clock: ReturnType<SimulatedTime["process"]>) {
    const host = { ...clock, log: () => undefined, platform: process.platform };
    return createSlotLog({ host, files: nodeFileSystem, folder: join(this.#folder, "runs"), backups: this.#folder });
  }

  async #lines(): Promise<readonly SlotLine[]> {
    await using slots = this.#slots(this.#time.process());
    const read = await slots.read("all");
    if (!read.ok) throw new Error(read.error.message);
    return read.value;
  }

  async #boot() {
    this.#restarts += 1;
    const clock = this.#time.process();
    const slots = this.#slots(clock);
    const store = {
      list: async () => ok(this.#jobs),
      change: async (id: string) => ok(this.#jobs.find((job) => job.id === id) as Job),
    };
    const nothing = async (): Promise<void> => undefined;
    const events = {
      changed: () => undefined,
      begun: () => undefined,
      ending: async () => undefined,
      ended: () => undefined,
      missed: nothing,
    };
    const runs = createSimulatedRuns(this.#runs, clock, this.#random);
    const pause = {
      current: async () => ok(this.#isPaused(clock.now()) ? { until: this.#pausedTo } : null),
      isPaused: async (now: number) => this.#isPaused(now),
    };
    const parts = { clock, log: () => undefined, store, slots, runs, pause, events: { ...events, stopped: nothing } };
    const scheduler = createScheduler(parts);
    scheduler.start();
    await this.#settle(scheduler);
    return {
      scheduler,
      /** Orderly, or as a kill does it: what it was about to write stays unwritten. */
      end: async (isOrderly: boolean) => {
        if (isOrderly) await scheduler[Symbol.asyncDispose]();
        clock[Symbol.dispose]();
        await slots[Symbol.asyncDispose]();
      },
    };
  }
}
