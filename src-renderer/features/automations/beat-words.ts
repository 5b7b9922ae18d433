import { mostDollarsText } from "../../../src-preload/contract/dollars.ts";
import type { EndedBeat, HeartbeatView } from "../../../src-preload/contract/heartbeat.ts";
import { fewTokens } from "../../ui/amounts.ts";
import { type TextKey, text } from "../../ui/text.ts";
import type { Standing } from "./job-words.ts";

/** What kinds of beats are told apart at a glance. */
export type BeatMark = "none" | "quiet" | "told" | "stopped";

export const beatMarks: readonly BeatMark[] = ["none", "quiet", "told", "stopped"];

export const markWords: Readonly<Record<BeatMark, TextKey>> = {
  none: "beats.mark.none",
  quiet: "beats.mark.quiet",
  told: "beats.mark.told",
  stopped: "beats.mark.stopped",
};

export function markOf({ outcome }: Pick<EndedBeat, "outcome">): BeatMark {
  if (outcome === "nothing" || outcome === "skipped") return "none";
  return outcome === "quiet" || outcome === "told" ? outcome : "stopped";
}

const outcomeWords: Readonly<Record<EndedBeat["outcome"], TextKey>> = {
  nothing: "beats.outcome.nothing",
  quiet: "beats.outcome.quiet",
  told: "beats.outcome.told",
  stopped: "beats.outcome.stopped",
  failed: "beats.outcome.failed",
  skipped: "beats.outcome.skipped",
  interrupted: "beats.outcome.interrupted",
};

const whyWords: Readonly<Record<NonNullable<EndedBeat["why"]>, TextKey>> = {
  busy: "beats.why.busy",
  battery: "beats.why.battery",
  paused: "beats.why.paused",
  budget: "beats.why.budget",
  cap: "beats.why.cap",
  failures: "beats.why.failures",
  loop: "beats.why.loop",
  iterations: "beats.why.iterations",
  time: "beats.why.time",
  tokens: "beats.why.tokens",
  empty: "beats.why.empty",
  waited: "beats.why.waited",
  person: "beats.why.person",
};

/** What came of a beat. */
export function beatStanding({ outcome, why, title, reason }: EndedBeat): Standing {
  const more = outcome === "told" ? title : why === null ? reason : text(whyWords[why]);
  const tone = outcome === "failed" || outcome === "stopped" ? "failed" : outcome === "told" ? "running" : "";
  return { word: text(outcomeWords[outcome]), tone, more };
}

/** `every 30 min, 8:00–20:00` */
export function rhythmWords({ intervalMinutes, activeHours }: HeartbeatView["settings"]): string {
  const hours =
    activeHours === null || activeHours.from === activeHours.to
      ? text("beats.allDay")
      : `${activeHours.from}–${activeHours.to}`;
  return text("beats.rhythm", { minutes: intervalMinutes, hours });
}

/** What a day takes at most, in tokens and in money. */
export function forecastWords({ forecast: { tokens, money } }: HeartbeatView): string {
  const values = { tokens: fewTokens(tokens), cost: money === null ? "" : mostDollarsText(money) };
  return text(money === null ? "beats.forecastUnpriced" : "beats.forecast", values);
}
