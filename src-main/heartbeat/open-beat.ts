import type { BeatLine, BeatTrigger, EndedBeat } from "../../src-preload/contract/heartbeat.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { createLane } from "../bus/lane.ts";
import { text } from "../words.ts";
import type { BeatBook, BegunLine, ReportedLine } from "./beat-book.ts";
import { type BeatEnd, failedEnd, interruptedEnd } from "./beat-ends.ts";
import { beatMessage } from "./beat-message.ts";
import { beatChat } from "./beat-runs.ts";
import { wallClock } from "./beat-times.ts";
import { pausedBy } from "./decide-beat.ts";
import type { HeartbeatParts } from "./heartbeat-parts.ts";

/** What a beat tells the person. */
export interface NewsDraft {
  readonly title: string;
  readonly text: string;
}

/** What became of it; a `refused` is for the model, and says why. */
export type Told = { readonly kind: "told" } | { readonly kind: "refused"; readonly why: string };

/** The beat that is on, or waits for the person: there is never another one. */
export interface OpenBeat {
  /** Null where none is on. */
  readonly now: BegunLine | null;
  /** Written down before anything is done. */
  begin(what: BeatStart): AsyncResult<BegunLine>;
  /** Closes what an earlier process began, or waits for it where it waits for the person. */
  takeUp(): Promise<void>;
  /** Ends the one that waits for the person, as the next one is due. */
  endWait(): Promise<void>;
  tell(draft: NewsDraft): Promise<Told>;
  /** A beat that asked no model: nothing was to be done, or it was left out. */
  passOver(trigger: BeatTrigger, what: Partial<EndedBeat> & Pick<EndedBeat, "outcome">): AsyncResult<EndedBeat>;
  /** From now on no end is written: the next start closes what is on. */
  close(): void;
}

interface BeatStart {
  readonly settings: Settings;
  readonly trigger: BeatTrigger;
  readonly items: readonly string[];
  /** What is left of this day. */
  readonly tokens: number;
}

interface OpenBeatParts extends HeartbeatParts {
  readonly book: BeatBook;
  /** One after the other with what the heartbeat does. */
  readonly serially: (work: () => Promise<void>) => Promise<void>;
}

const mostIterations = 10;
/** So many times a beat may tell something. */
const mostNews = 3;

export function createOpenBeat(parts: OpenBeatParts): OpenBeat {
  return new CurrentBeat(parts);
}

interface Current {
  readonly line: BegunLine;
  readonly ending: Promise<BeatEnd | null>;
}

class CurrentBeat implements OpenBeat {
  readonly #parts: OpenBeatParts;
  #current: Current | null = null;
  /** Calls that tell something come side by side. */
  /** Two calls of one reply are told one after the other. */
  readonly #tellInTurn = createLane();
  #isClosed = false;

  constructor(parts: OpenBeatParts) {
    this.#parts = parts;
  }

  get now(): BegunLine | null {
    return this.#current?.line ?? null;
  }

  async begin({ settings, trigger, items, tokens }: BeatStart): AsyncResult<BegunLine> {
    const { clock, lines, book, runs, events, zoneOf } = this.#parts;
    const beat = this.#parts.createBeatId();
    const line = { time: this.#time(), beat, kind: "begun", trigger, sessionKey: beatChat } as const;
    const written = await lines.add(line);
    if (!written.ok) return written;
    book.add(line);
    const { unattended } = settings.agents;
    const timezone = zoneOf(settings);
    const limits = {
      iterations: Math.min(mostIterations, unattended.maxIterations),
      tokens: Math.min(tokens, unattended.maxTokens),
    };
    const { day, time } = wallClock(clock.now(), timezone);
    const message = beatMessage({ items, day, time, timezone });
    events.begun(beat);
    events.changed();
    this.#follow(line, runs.run({ beat, message, model: settings.heartbeat.model, limits }));
    return ok(line);
  }

  async takeUp(): Promise<void> {
    const { book, runs } = this.#parts;
    const open = [...book.open];
    const newest = open.pop();
    // A later one began after these: their ends could not be written.
    for (const line of open) await this.#finish(line, interruptedEnd);
    if (newest === undefined) return;
    if (await runs.isWaiting()) this.#follow(newest, runs.takeUp(newest.beat));
    else {
      const end = await runs.takeUp(newest.beat);
      if (end !== null) await this.#finish(newest, end);
    }
  }

  async endWait(): Promise<void> {
    const current = this.#current;
    if (current === null || !(await this.#parts.runs.isWaiting())) return;
    if (!(await this.#parts.runs.stop())) return;
    const end = await current.ending;
    if (end === null) return;
    this.#current = null;
    await this.#finish(current.line, { ...end, outcome: "stopped", why: "waited" });
  }

  tell(draft: NewsDraft): Promise<Told> {
    return this.#tellInTurn(() => this.#tell(draft));
  }

  async passOver(trigger: BeatTrigger, what: Partial<EndedBeat> & Pick<EndedBeat, "outcome">): AsyncResult<EndedBeat> {
    const { lines, book, events } = this.#parts;
    const line = endedLine({ time: this.#time(), beat: this.#parts.createBeatId(), trigger, ...what });
    const written = await lines.add(line);
    if (!written.ok) return written;
    book.add(line);
    if (line.outcome === "failed") await this.#tellPause();
    events.ended(line);
    events.changed();
    return ok(line);
  }

  close(): void {
    this.#isClosed = true;
  }

  #follow(line: BegunLine, run: Promise<BeatEnd | null>): void {
    const ending = run.catch((cause: unknown) => {
      this.#parts.log("error", "a beat threw", { reason: String(cause) });
      return failedEnd({ message: String(cause) });
    });
    const current: Current = { line, ending };
    this.#current = current;
    void ending.then((end) =>
      this.#parts.serially(async () => {
        // Perch is closed while it works, and the next start closes it; or it was ended as the next one was due.
        if (end === null || this.#isClosed || this.#current !== current) return;
        this.#current = null;
        await this.#finish(line, end);
      }),
    );
  }

  async #finish({ beat, trigger }: BegunLine, end: BeatEnd): Promise<void> {
    const { book, lines, log, events } = this.#parts;
    const news = book.toldBy(beat);
    const outcome = end.outcome === "quiet" && news.length > 0 ? "told" : end.outcome;
    const title = news.at(-1)?.title ?? "";
    const line = endedLine({ time: this.#time(), beat, trigger, ...end, outcome, told: news.length, title });
    const written = await lines.add(line);
    // Where it cannot be written, the next start finds the beat without an end, and writes it then.
    if (!written.ok) log("error", "the end of a beat could not be written", { reason: written.error.message });
    book.add(line);
    if (outcome === "interrupted") await this.#report("failure", text("heartbeat.interrupted"));
    await this.#tellPause();
    events.ended(line);
    events.changed();
  }

  async #tell({ title, text: said }: NewsDraft): Promise<Told> {
    const { book, clock, settings, zoneOf, lines, log, report } = this.#parts;
    const line = this.now;
    if (line === null) return refused("No beat is on: say it in your answer.");
    const now = await settings();
    if (!now.ok) return refused(now.error.message);
    if (book.toldBy(line.beat).length >= mostNews)
      return refused(`At most ${mostNews} a beat: the user was told enough.`);
    const zone = zoneOf(now.value);
    const isKnown = book.toldOn(clock.now(), zone).some((one) => alike(one.text) === alike(said));
    if (isKnown) return refused("The user was told exactly this today: not told again.");
    const kept = await report({ kind: "news", title, text: said, sessionKey: beatChat, jobId: null });
    if (!kept.ok) return refused(kept.error.message);
    const told = { time: this.#time(), beat: line.beat, kind: "told", title, text: said } as const;
    const written = await lines.add(told);
    if (!written.ok) log("error", "what a beat told could not be written down", { reason: written.error.message });
    book.add(told);
    return { kind: "told" };
  }

  /** That there are no more beats today is told once a day. */
  async #tellPause(): Promise<void> {
    const { book, clock, settings, zoneOf } = this.#parts;
    const now = await settings();
    if (!now.ok) return;
    const at = { now: clock.now(), zone: zoneOf(now.value) };
    const about = pausedBy(book, now.value, at);
    if (about === null || book.isReported(about, at.now, at.zone)) return;
    const last = book.ended(1)[0];
    const reason = last === undefined ? "" : stopWords(last);
    const cap = now.value.heartbeat.dailyTokenCap;
    await this.#report("stopped", text(`heartbeat.told.${about}`, { cap, reason }));
    await this.#noteReported(about);
  }

  async #noteReported(about: ReportedLine["about"]): Promise<void> {
    const { book, lines, log } = this.#parts;
    const line = { time: this.#time(), beat: "day", kind: "reported", about } as const;
    const written = await lines.add(line);
    if (!written.ok) log("error", "a line of the beats could not be written", { reason: written.error.message });
    book.add(line);
  }

  async #report(kind: "failure" | "stopped", words: string): Promise<void> {
    const draft = { kind, title: text("heartbeat.name"), text: words, sessionKey: beatChat, jobId: null };
    const kept = await this.#parts.report(draft);
    if (!kept.ok)
      this.#parts.log("error", "a report of the heartbeat could not be kept", { reason: kept.error.message });
  }

  #time(): string {
    return new Date(this.#parts.clock.now()).toISOString();
  }
}

function endedLine(line: Partial<EndedBeat> & Pick<EndedBeat, "beat" | "outcome" | "time" | "trigger">): EndedBeat {
  const rest = { why: null, reason: "", told: 0, title: "", tokens: 0, cost: 0, durationMs: 0 };
  return { ...rest, ...line, kind: "ended" } satisfies BeatLine;
}

/** Why a beat did not come to its end. */
function stopWords({ why, reason }: EndedBeat): string {
  if (reason !== "") return reason;
  return why === null ? "" : text(`heartbeat.why.${why}`);
}

function refused(why: string): Told {
  return { kind: "refused", why };
}

/** The same words in other clothes. */
function alike(said: string): string {
  return said
    .replaceAll(/[\s\p{P}]+/gu, " ")
    .trim()
    .toLowerCase();
}
