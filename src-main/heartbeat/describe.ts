import type { HeartbeatView } from "../../src-preload/contract/heartbeat.ts";
import type { Price } from "../../src-preload/contract/providers.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import { beatChat } from "./beat-runs.ts";
import { forecastOf } from "./forecast.ts";
import type { Heartbeat } from "./heartbeat.ts";
import type { HeartbeatParts } from "./heartbeat-parts.ts";

interface DescribeParts extends Pick<HeartbeatParts, "items" | "runs" | "settings" | "zoneOf"> {
  readonly heartbeat: Pick<Heartbeat, "standing">;
  /** Of HEARTBEAT.md, absolute. */
  readonly path: string;
  readonly priceOf: (model: string) => Price | null;
}

/** How the heartbeat stands, for a person. */
export async function describeHeartbeat(parts: DescribeParts): AsyncResult<HeartbeatView> {
  const now = await parts.settings();
  if (!now.ok) return now;
  const { heartbeat: settings, agents } = now.value;
  const [items, standing] = await Promise.all([parts.items(), parts.heartbeat.standing(now.value)]);
  const listed = items.ok ? items.value : [];
  const model = settings.model ?? agents.defaults.model;
  const price = model === null ? null : parts.priceOf(model);
  const itemChars = listed.join("\n").length;
  const { running, beats } = standing;
  return ok({
    ...standing,
    settings,
    model,
    timezone: parts.zoneOf(now.value),
    path: parts.path,
    items: listed,
    problem: items.ok ? null : items.error.message,
    running: running === null ? null : { ...running, sessionKey: beatChat, waiting: await parts.runs.isWaiting() },
    forecast: forecastOf({ settings, beats, itemChars, price }),
  });
}
