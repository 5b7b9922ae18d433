import { contractError } from "../../src-preload/contract/errors.ts";
import type { BeatReceipt, BeatTrigger, EndedBeat } from "../../src-preload/contract/heartbeat.ts";
import { type AsyncResult, assertNever, fail, ok } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { createLane } from "../bus/lane.ts";
import { loadOnce } from "../storage/month-log.ts";
import { text } from "../words.ts";
import { BeatBook } from "./beat-book.ts";
import { beatChat } from "./beat-runs.ts";
import { nextActive } from "./beat-times.ts";
import { type Decision, decideBeat, pausedBy } from "./decide-beat.ts";
import type { HeartbeatParts } from "./heartbeat-parts.ts";
import { createOpenBeat, type NewsDraft, type OpenBeat, type Told } from "./open-beat.ts";

/** How the heartbeat stands beside its settings. Times are milliseconds since 1970. */
interface HeartbeatStanding {
  readonly isResident: boolean;
  readonly next: number | null;
  readonly running: { readonly since: number } | null;
  readonly paused: "cap" | "failures" | null;
  readonly today: { readonly beats: number; readonly tokens: number; readonly cost: number | null };
  /** The newest first. */
  readonly beats: readonly EndedBeat[];
}

/** Begins beats when they are due, one at a time. */
export interface Heartbeat extends AsyncDisposable {
  /** From now on beats begin when they are due; first of all what a dead process left is closed. */
  start(): void;
  /** The settings may be others now. */
  look(): Promise<void>;
  /** A beat beside its times. `busy` where one is on or was just now, `forbidden` where a limit is used up. */
  runNow(): AsyncResult<BeatReceipt>;
  standing(settings: Settings): Promise<HeartbeatStanding>;
  /** The beat that is on tells the person something. */
  tell(draft: NewsDraft): Promise<Told>;
}

/** Sleep and clocks that are put on are noticed after this long at the latest. */
const lookAtLeastMs = 30_000;
/** Between the beginnings of two beats, whatever asked for them. */
const gapMs = 60_000;
const shownBeats = 48;

export function createHeartbeat(parts: HeartbeatParts): Heartbeat {
  return new SettingsHeartbeat(parts);
}

class SettingsHeartbeat implements Heartbeat {
  readonly #parts: HeartbeatParts;
  readonly #book = new BeatBook();
  readonly #open: OpenBeat;
  /** Looks, and what changes what they look at, one after the other. */
  readonly #serially = createLane((cause) =>
    this.#parts.log("error", "the heartbeat could not be looked at", { reason: String(cause) }),
  );
  /** What the log on the disk tells, before anything is decided by it. */
  readonly #load: () => Promise<void>;
  #timer: Disposable | null = null;
  #isStarted = false;
  #isClosed = false;
  /** It was switched on at this moment, or long ago; null while it is off. */
  #onSince: number | null = null;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
    this.#load = loadOnce(
      parts.lines,
      (line) => this.#book.add(line),
      (reason) => parts.log("error", "the log of the beats could not be read", { reason }),
    );
    this.#open = createOpenBeat({ ...parts, book: this.#book, serially: (work) => this.#serially(work) });
  }

  start(): void {
    this.#isStarted = true;
    void this.#serially(async () => {
      const settings = await this.#parts.settings();
      if (settings.ok && settings.value.heartbeat.enabled) this.#onSince = Number.NEGATIVE_INFINITY;
      await this.#load();
      await this.#open.takeUp();
    });
    void this.look();
  }

  look(): Promise<void> {
    return this.#serially(() => this.#look());
  }

  runNow(): AsyncResult<BeatReceipt> {
    return this.#serially(async () => {
      await this.#load();
      const settings = await this.#parts.settings();
      if (!settings.ok) return settings;
      if (this.#open.now !== null) return fail(contractError("busy", text("heartbeat.running")));
      const seconds = Math.ceil(this.#gapLeft() / 1000);
      if (seconds > 0) return fail(contractError("busy", text("heartbeat.tooSoon", { seconds })));
      const decision = await decideBeat({ ...this.#parts, book: this.#book }, settings.value, "hand");
      if (decision.kind === "skip") return fail(contractError("forbidden", decision.words));
      return this.#carryOut(decision, settings.value, "hand");
    });
  }

  async standing(settings: Settings): Promise<HeartbeatStanding> {
    await this.#load();
    const now = this.#parts.clock.now();
    const zone = this.#parts.zoneOf(settings);
    const { beats, tokens, cost } = this.#book.day(now, zone);
    const open = this.#open.now;
    const isBeating = this.#isStarted && settings.heartbeat.enabled;
    return {
      isResident: this.#isStarted,
      next: isBeating ? this.#next(settings, now) : null,
      running: open === null ? null : { since: Date.parse(open.time) },
      paused: pausedBy(this.#book, settings, { now, zone }),
      today: { beats, tokens, cost },
      beats: this.#book.ended(shownBeats),
    };
  }

  tell(draft: NewsDraft): Promise<Told> {
    return this.#open.tell(draft);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#timer?.[Symbol.dispose]();
    this.#open.close();
    await this.#serially(async () => undefined);
  }

  /** Milliseconds until another beat may begin; 0 or less: it may. */
  #gapLeft(): number {
    const now = this.#parts.clock.now();
    this.#book.clockIsAt(now);
    return this.#book.lastBegun === null ? 0 : this.#book.lastBegun + gapMs - now;
  }

  /** When the next beat begins. What came while the computer slept is one beat, and that one now. */
  #next(settings: Settings, now: number): number {
    const { intervalMinutes, activeHours } = settings.heartbeat;
    const never = Number.NEGATIVE_INFINITY;
    const from = Math.max(this.#book.last ?? never, this.#onSince ?? now);
    const due = Math.max(from + intervalMinutes * 60_000, (this.#book.lastBegun ?? never) + gapMs, now);
    return nextActive(due, activeHours, this.#parts.zoneOf(settings));
  }

  async #look(): Promise<void> {
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
    if (!this.#isStarted || this.#isClosed) return;
    const settings = await this.#parts.settings();
    if (settings.ok && !settings.value.heartbeat.enabled) {
      this.#onSince = null;
      return;
    }
    await this.#load();
    const now = this.#parts.clock.now();
    this.#book.clockIsAt(now);
    // Settings that cannot be read are told of where they are shown; the next look may find them mended.
    if (settings.ok) {
      this.#onSince ??= now;
      if (this.#next(settings.value, now) <= now) await this.#take(settings.value);
    }
    if (!this.#isClosed) this.#sleep(settings.ok ? settings.value : null);
  }

  #sleep(settings: Settings | null): void {
    const now = this.#parts.clock.now();
    const ahead = settings === null ? lookAtLeastMs : this.#next(settings, now) - now;
    // What is due and could not be written down waits for a disk that can be written.
    const ms = ahead > 0 ? Math.min(ahead, lookAtLeastMs) : lookAtLeastMs;
    this.#timer = this.#parts.clock.setTimer(ms, () => void this.look());
  }

  /** A beat is due. */
  async #take(settings: Settings): Promise<void> {
    await this.#open.endWait();
    const parts = { ...this.#parts, book: this.#book };
    const isOn = this.#open.now !== null;
    const decision: Decision = isOn ? busy : await decideBeat(parts, settings, "interval");
    const done = await this.#carryOut(decision, settings, "interval");
    if (!done.ok) this.#parts.log("error", "a beat could not begin", { reason: done.error.message });
  }

  async #carryOut(decision: Decision, settings: Settings, trigger: BeatTrigger): AsyncResult<BeatReceipt> {
    switch (decision.kind) {
      case "begin": {
        const { items, tokens } = decision;
        const begun = await this.#open.begin({ settings, trigger, items, tokens });
        return begun.ok ? ok({ kind: "begun", beat: begun.value.beat, sessionKey: beatChat }) : begun;
      }
      case "nothing":
        return ended(await this.#open.passOver(trigger, { outcome: "nothing" }));
      case "failed":
        return ended(await this.#open.passOver(trigger, { outcome: "failed", reason: decision.reason }));
      case "skip":
        return ended(await this.#open.passOver(trigger, { outcome: "skipped", why: decision.why }));
      default:
        return assertNever(decision);
    }
  }
}

const busy: Decision = { kind: "skip", why: "busy", words: "" };

function ended(line: Awaited<AsyncResult<EndedBeat>>): Awaited<AsyncResult<BeatReceipt>> {
  return line.ok ? ok({ kind: "ended", line: line.value }) : line;
}
