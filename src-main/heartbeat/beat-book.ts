import type { BeatLine, EndedBeat } from "../../src-preload/contract/heartbeat.ts";
import { wallClock } from "./beat-times.ts";

export type BegunLine = Extract<BeatLine, { kind: "begun" }>;
export type ReportedLine = Extract<BeatLine, { kind: "reported" }>;
type ToldLine = Extract<BeatLine, { kind: "told" }>;

/** So many lines are held; a day has at most 1440 beats. */
const mostLines = 5000;
/** So often one after the other a beat may go wrong on a day. */
const mostFailures = 3;

/** What the log tells of one day. */
interface BeatDay {
  readonly beats: number;
  readonly tokens: number;
  /** US dollars of those whose price is known; null where it is known of none. */
  readonly cost: number | null;
  /** The fewest tokens that a beat used which asked a model; 0 where none did. */
  readonly least: number;
  /** Beats that went wrong one after the other, the last one included. */
  readonly failures: number;
}

/** The log of the beats in memory. Days are those of a time zone. */
export class BeatBook {
  /** Oldest first. */
  readonly #lines: BeatLine[] = [];
  readonly #days = new Map<string, string>();

  /** The next beat is counted from here: when the last one began or was left out. In milliseconds since 1970; null: there was none. */
  last: number | null = null;
  /** When one last began, or looked and found nothing. */
  lastBegun: number | null = null;
  readonly #begun = new Set<string>();

  /** Takes in a line, which is on the disk if that can be written. */
  add(line: BeatLine): void {
    this.#lines.push(line);
    if (this.#lines.length > mostLines) this.#lines.splice(0, this.#lines.length - mostLines);
    if (line.kind === "begun") this.#begun.add(line.beat);
    const isOwn = line.kind === "begun" || (line.kind === "ended" && !this.#begun.has(line.beat));
    if (!isOwn) return;
    this.last = Date.parse(line.time);
    if (line.kind === "begun" || line.outcome !== "skipped") this.lastBegun = this.last;
  }

  /** The clock was put back: what was done after this moment counts as done now. */
  clockIsAt(now: number): void {
    if (this.last !== null) this.last = Math.min(this.last, now);
    if (this.lastBegun !== null) this.lastBegun = Math.min(this.lastBegun, now);
  }

  /** Beats that began and of whose end nothing is written, oldest first. */
  get open(): readonly BegunLine[] {
    const ended = new Set(this.#lines.flatMap((line) => (line.kind === "ended" ? [line.beat] : [])));
    return this.#lines.filter((line) => line.kind === "begun").filter(({ beat }) => !ended.has(beat));
  }

  /** The last ones, the newest first. */
  ended(most: number): readonly EndedBeat[] {
    const found: EndedBeat[] = [];
    for (let at = this.#lines.length - 1; at >= 0 && found.length < most; at -= 1) {
      const line = this.#lines[at];
      if (line?.kind === "ended") found.push(line);
    }
    return found;
  }

  /** What the beats of the day of `now` came to. */
  day(now: number, zone: string): BeatDay {
    const ended = this.#on(now, zone).filter((line) => line.kind === "ended");
    const asked = ended.filter(({ tokens }) => tokens > 0);
    const priced = asked.flatMap(({ cost }) => (cost === null ? [] : [cost]));
    return {
      beats: ended.filter(({ outcome }) => outcome !== "nothing" && outcome !== "skipped").length,
      tokens: asked.reduce((sum, { tokens }) => sum + tokens, 0),
      cost: asked.length > 0 && priced.length === 0 ? null : priced.reduce((sum, cost) => sum + cost, 0),
      least: asked.length === 0 ? 0 : Math.min(...asked.map(({ tokens }) => tokens)),
      failures: failuresIn(ended),
    };
  }

  /** It went wrong so often on this day that it is left alone until the next one. */
  isFailing(now: number, zone: string): boolean {
    return this.day(now, zone).failures >= mostFailures;
  }

  /** What the person was told on the day of `now`. */
  toldOn(now: number, zone: string): readonly ToldLine[] {
    return this.#on(now, zone).filter((line) => line.kind === "told");
  }

  toldBy(beat: string): readonly ToldLine[] {
    return this.#lines.filter((line) => line.kind === "told").filter((line) => line.beat === beat);
  }

  /** Whether the person was told on the day of `now` that there are no more beats. */
  isReported(about: ReportedLine["about"], now: number, zone: string): boolean {
    return this.#on(now, zone).some((line) => line.kind === "reported" && line.about === about);
  }

  #on(now: number, zone: string): readonly BeatLine[] {
    const day = wallClock(now, zone).day;
    return this.#lines.filter(({ time }) => this.#dayOf(time, zone) === day);
  }

  /** Reckoned once for each line. */
  #dayOf(time: string, zone: string): string {
    const key = `${time} ${zone}`;
    const known = this.#days.get(key);
    if (known !== undefined) return known;
    const { day } = wallClock(Date.parse(time), zone);
    if (this.#days.size > 4 * mostLines) this.#days.clear();
    this.#days.set(key, day);
    return day;
  }
}

/** What the person stopped, or nobody answered, is no failure; what was left out says nothing. */
function failuresIn(ended: readonly EndedBeat[]): number {
  const telling = ended.filter(({ outcome }) => outcome !== "skipped" && outcome !== "nothing");
  const good = telling.findLastIndex(({ outcome, why }) => !isWrong(outcome, why));
  return telling.length - 1 - good;
}

function isWrong(outcome: EndedBeat["outcome"], why: EndedBeat["why"]): boolean {
  return outcome === "failed" || (outcome === "stopped" && why !== "person" && why !== "waited");
}
