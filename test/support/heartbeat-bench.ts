import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BeatEnd, interruptedEnd } from "../../src-main/heartbeat/beat-ends.ts";
import type { BeatCall, BeatRuns } from "../../src-main/heartbeat/beat-runs.ts";
import { createHeartbeat, type Heartbeat } from "../../src-main/heartbeat/heartbeat.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";
import { createMonthLog } from "../../src-main/storage/month-log.ts";
import { type BeatLine, beatLineSchema, type EndedBeat } from "../../src-preload/contract/heartbeat.ts";
import type { ReportDraft } from "../../src-preload/contract/inbox.ts";
import { ok } from "../../src-preload/contract/result.ts";
import { type Settings, settingsSchema } from "../../src-preload/contract/settings.ts";
import { SimulatedTime } from "./automations/simulated-clock.ts";

/** What the model of a simulated computer does in a beat; null: it goes on until it is stopped, or its process ends. */
type Act = (call: BeatCall, bench: HeartbeatBench) => Promise<Partial<BeatEnd> | null>;

interface HeartbeatBenchOptions {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly zone?: string;
  readonly settings?: object;
  readonly items?: readonly string[];
  readonly act?: Act;
}

/** A heartbeat on a simulated computer: its log is on a real disk, its model is a function. */
export interface HeartbeatBench extends AsyncDisposable {
  readonly time: SimulatedTime;
  readonly calls: readonly BeatCall[];
  readonly reports: readonly Omit<ReportDraft, "stranger">[];
  items: readonly string[];
  /** Why no model may be asked. */
  usedUp: string | null;
  battery: boolean | null;
  isPaused: boolean;
  /** The beat that is on waits for the person. */
  waits: boolean;
  /** Something else goes on in the chat. */
  busy: boolean;
  readonly heartbeat: Heartbeat;
  settings: Settings;
  /** Lets time pass, in milliseconds. */
  pass(ms: number): Promise<void>;
  /** The computer is killed, and Perch begins anew. */
  kill(): Promise<void>;
  ended(): Promise<readonly EndedBeat[]>;
}

export async function createHeartbeatBench(options: HeartbeatBenchOptions): Promise<HeartbeatBench> {
  const folder = await mkdtemp(join(tmpdir(), "perch-beats-"));
  return new SimulatedBeats(folder, options).begin();
}

class SimulatedBeats implements HeartbeatBench {
  readonly time: SimulatedTime;
  readonly calls: BeatCall[] = [];
  readonly reports: Omit<ReportDraft, "stranger">[] = [];
  items: readonly string[];
  usedUp: string | null = null;
  battery: boolean | null = null;
  isPaused = false;
  waits = false;
  busy = false;
  settings: Settings;
  readonly #folder: string;
  readonly #options: HeartbeatBenchOptions;
  #end: ((end: BeatEnd | null) => void) | null = null;
  #process: ReturnType<SimulatedBeats["boot"]> | null = null;

  constructor(folder: string, options: HeartbeatBenchOptions) {
    this.#folder = folder;
    this.#options = options;
    this.time = new SimulatedTime(options.start);
    this.items = options.items ?? ["Look at the weather"];
    this.settings = settingsSchema.parse({ heartbeat: { enabled: true, ...options.settings } });
  }

  async begin(): Promise<this> {
    this.#process = this.boot();
    await this.#settle();
    return this;
  }

  get heartbeat(): Heartbeat {
    if (this.#process === null) throw new Error("the computer is off");
    return this.#process.heartbeat;
  }

  async pass(ms: number): Promise<void> {
    const until = this.time.real + ms;
    while (this.time.real < until) {
      this.time.real = Math.max(this.time.real, Math.min(this.time.next, until));
      this.time.strike();
      await this.#settle();
    }
  }

  async kill(): Promise<void> {
    this.#process?.clock[Symbol.dispose]();
    await this.#process?.lines[Symbol.asyncDispose]();
    await this.begin();
  }

  async ended(): Promise<readonly EndedBeat[]> {
    const standing = await this.heartbeat.standing(this.settings);
    return standing.beats.toReversed();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.heartbeat[Symbol.asyncDispose]();
    await this.#process?.lines[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }

  boot() {
    const clock = this.time.process();
    const host = { ...clock, log: () => undefined, platform: process.platform };
    const lines = createMonthLog<BeatLine>({
      host,
      files: nodeFileSystem,
      folder: join(this.#folder, "beats"),
      backups: this.#folder,
      schema: beatLineSchema,
      name: "beats",
    });
    const nothing = (): void => undefined;
    const heartbeat = createHeartbeat({
      clock,
      log: nothing,
      lines,
      settings: async () => ok(this.settings),
      zoneOf: () => this.#options.zone ?? "UTC",
      items: async () => ok(this.items),
      runs: this.#runs(),
      usedUp: async () => this.usedUp,
      isPaused: async () => this.isPaused,
      onBattery: async () => this.battery,
      report: async (draft) => ok(void this.reports.push(draft)),
      createBeatId: () => `m_${this.#folder.length}_${this.time.real}_${Math.floor(performance.now() * 1000)}`,
      events: { changed: nothing, begun: nothing, ended: nothing },
    });
    heartbeat.start();
    return { heartbeat, lines, clock };
  }

  #runs(): BeatRuns {
    return {
      run: async (call) => {
        this.calls.push(call);
        const done = await this.#options.act?.(call, this);
        if (done !== null) return { ...quiet, ...done };
        return this.#untilStopped();
      },
      takeUp: async () => (this.waits ? this.#untilStopped() : interruptedEnd),
      isBusy: async () => this.busy,
      isWaiting: async () => this.waits,
      stop: async () => {
        this.waits = false;
        this.#end?.({ ...quiet, outcome: "stopped", why: "person" });
        return true;
      },
    };
  }

  #untilStopped(): Promise<BeatEnd | null> {
    return new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  async #settle(): Promise<void> {
    for (let round = 0; round < 6; round += 1) await new Promise((resolve) => setImmediate(resolve));
    await this.heartbeat.look();
  }
}

const quiet: BeatEnd = { outcome: "quiet", why: null, reason: "", tokens: 1500, cost: 0, durationMs: 10 };
