import { costOf } from "../../src-preload/contract/cost.ts";
import type { BeatForecast, EndedBeat } from "../../src-preload/contract/heartbeat.ts";
import type { Price } from "../../src-preload/contract/providers.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { activeMinutes } from "./beat-times.ts";

interface ForecastParts {
  readonly settings: Settings["heartbeat"];
  /** The newest first. */
  readonly beats: readonly EndedBeat[];
  /** Characters of the open items. */
  readonly itemChars: number;
  /** US dollars for a million tokens; null where it is not known. */
  readonly price: Price | null;
}

/** So many of the last beats are looked at. */
const mostBeats = 10;
/** A request without items and history, and how many a beat makes, where none was made yet. */
const requestTokens = 3500;
const requests = 2;
const charsPerToken = 3.5;
/** Of a beat's tokens, those that the model writes. */
const writtenShare = 0.1;

/** What a day takes at most: as many beats as it has room for, each like the last ones, and never more than the cap. */
export function forecastOf({ settings, beats, itemChars, price }: ForecastParts): BeatForecast {
  const perDay = Math.ceil(activeMinutes(settings.activeHours) / settings.intervalMinutes);
  const asked = beats.filter(({ tokens }) => tokens > 0).slice(0, mostBeats);
  const isMeasured = asked.length > 0;
  const mean = isMeasured
    ? asked.reduce((sum, { tokens }) => sum + tokens, 0) / asked.length
    : requests * (requestTokens + itemChars / charsPerToken);
  const wanted = Math.ceil(perDay * mean);
  const tokens = Math.min(wanted, settings.dailyTokenCap);
  const share = wanted === 0 ? 0 : tokens / wanted;
  return { beats: perDay, tokens, money: moneyOf(), isMeasured };

  function moneyOf(): number | null {
    const costs = asked.map(({ cost }) => cost);
    const known = costs.filter((cost) => cost !== null);
    const spent = known.reduce((sum, cost) => sum + cost, 0);
    // Nothing was charged for a model without a price: what it costs is not known.
    if (isMeasured && known.length === costs.length && (spent > 0 || price !== null)) {
      return (spent / known.length) * perDay * share;
    }
    // Each request has its own price where long prompts cost more.
    const each = {
      promptTokens: Math.ceil(mean * (1 - writtenShare)),
      completionTokens: Math.ceil(mean * writtenShare),
    };
    const cost = costOf(each, price);
    return cost === null ? null : cost * perDay * share;
  }
}
