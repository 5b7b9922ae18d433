import type { BeatTrigger, SkipReason } from "../../src-preload/contract/heartbeat.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { text } from "../words.ts";
import type { BeatBook } from "./beat-book.ts";
import type { HeartbeatParts } from "./heartbeat-parts.ts";

/** What becomes of a beat whose time has come, or that the person asks for. */
export type Decision =
  | { readonly kind: "nothing" }
  | { readonly kind: "failed"; readonly reason: string }
  /** `words`: why, for a person who asked for it. */
  | { readonly kind: "skip"; readonly why: SkipReason; readonly words: string }
  /** `tokens`: what is left of this day. */
  | { readonly kind: "begin"; readonly items: readonly string[]; readonly tokens: number };

type DecideParts = Pick<HeartbeatParts, "clock" | "isPaused" | "items" | "onBattery" | "runs" | "usedUp" | "zoneOf"> & {
  readonly book: BeatBook;
};

/** No run is given fewer. */
const leastTokens = 1000;

/** Nothing is asked before there is an open item; then each guard, the cheapest first. */
export async function decideBeat(parts: DecideParts, settings: Settings, trigger: BeatTrigger): Promise<Decision> {
  const items = await parts.items();
  if (!items.ok) return { kind: "failed", reason: items.error.message };
  if (items.value.length === 0) return { kind: "nothing" };
  const now = parts.clock.now();
  const zone = parts.zoneOf(settings);
  const paused = pausedBy(parts.book, settings, { now, zone });
  if (paused === "cap") return skip("cap", text("heartbeat.capReached", { cap: settings.heartbeat.dailyTokenCap }));
  if (trigger === "interval") {
    if (await parts.isPaused(now)) return skip("paused", "");
    if (paused === "failures") return skip("failures", text("heartbeat.paused"));
    if (settings.heartbeat.onBattery === "skip" && (await parts.onBattery()) === true) return skip("battery", "");
  }
  const usedUp = await parts.usedUp(settings);
  if (usedUp !== null) return skip("budget", usedUp);
  if (await parts.runs.isBusy()) return skip("busy", text("heartbeat.chatBusy"));
  return { kind: "begin", items: items.value, tokens: tokensLeft(parts.book, settings, { now, zone }) };
}

function skip(why: SkipReason, words: string): Decision {
  return { kind: "skip", why, words };
}

interface Moment {
  readonly now: number;
  readonly zone: string;
}

function tokensLeft(book: BeatBook, { heartbeat }: Settings, { now, zone }: Moment): number {
  return heartbeat.dailyTokenCap - book.day(now, zone).tokens;
}

/** Why there are no more beats on this day; null where there are. A beat that could not end within the cap does not begin. */
export function pausedBy(book: BeatBook, settings: Settings, at: Moment): "cap" | "failures" | null {
  const { least } = book.day(at.now, at.zone);
  if (tokensLeft(book, settings, at) < Math.max(leastTokens, least)) return "cap";
  return book.isFailing(at.now, at.zone) ? "failures" : null;
}
