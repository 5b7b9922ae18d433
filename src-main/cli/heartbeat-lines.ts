import { dollarsText, mostDollarsText } from "../../src-preload/contract/dollars.ts";
import type { EndedBeat, HeartbeatView } from "../../src-preload/contract/heartbeat.ts";
import { mostOpenItems } from "../../src-preload/contract/open-items.ts";
import { text } from "../words.ts";
import { momentText } from "./job-lines.ts";

/** How the heartbeat stands, a line each. */
export function heartbeatLines(view: HeartbeatView): readonly string[] {
  const { settings, items, problem, today, beats } = view;
  const hours = hoursText(settings.activeHours);
  const values = { minutes: settings.intervalMinutes, hours, zone: view.timezone };
  return [
    text(settings.enabled ? "cli.heartbeat.isOn" : "cli.heartbeat.isOff", values),
    problem ??
      text(countKey(items.length), {
        count: items.length,
        path: view.path,
      }),
    ...items.slice(0, shownItems).map((item) => `  - ${item}`),
    ...nextLines(view),
    text("cli.heartbeat.today", {
      beats: today.beats,
      tokens: today.tokens,
      cap: settings.dailyTokenCap,
      cost: today.cost === null ? text("cli.heartbeat.noPrice") : dollarsText(today.cost),
    }),
    forecastText(view),
    ...beats.slice(0, shownBeats).map((beat) => `  ${momentText(Date.parse(beat.time), view)}  ${beatText(beat)}`),
  ];
}

function countKey(count: number) {
  if (count === 0) return "cli.heartbeat.noItems";
  return count >= mostOpenItems ? "cli.heartbeat.manyItems" : "cli.heartbeat.items";
}

const shownItems = 20;
const shownBeats = 5;

function hoursText(hours: HeartbeatView["settings"]["activeHours"]): string {
  return hours === null || hours.from === hours.to ? text("cli.heartbeat.allDay") : `${hours.from}–${hours.to}`;
}

function nextLines(view: HeartbeatView): readonly string[] {
  if (view.running !== null) return [text(view.running.waiting ? "cli.heartbeat.waits" : "cli.heartbeat.isBeating")];
  if (view.settings.enabled && view.paused !== null) {
    return [
      text(view.paused === "cap" ? "heartbeat.capReached" : "heartbeat.paused", { cap: view.settings.dailyTokenCap }),
    ];
  }
  return view.next === null ? [] : [text("cli.heartbeat.next", { when: momentText(view.next, view) })];
}

/** What a day costs at most as it is set. */
export function forecastText({ forecast, items, model }: HeartbeatView): string {
  const { beats, tokens, money, isMeasured } = forecast;
  const cost = money === null ? text("cli.heartbeat.noPrice") : mostDollarsText(money);
  const basis = text(isMeasured ? "cli.heartbeat.measured" : "cli.heartbeat.estimated");
  const said = text("cli.heartbeat.forecast", { beats, tokens, cost, basis, model: model ?? "–" });
  return items.length === 0 ? `${said} ${text("cli.heartbeat.nothingOpen")}` : said;
}

/** What came of a beat. */
export function beatText({ outcome, why, title, reason }: EndedBeat): string {
  const words = text(`cli.heartbeat.outcome.${outcome}`);
  const more = outcome === "told" ? title : reason !== "" ? reason : why === null ? "" : text(`heartbeat.why.${why}`);
  return more === "" ? words : `${words}: ${more}`;
}
