import type { BudgetScope } from "../../src-preload/contract/budget-error.ts";
import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { Host } from "../host.ts";
import { dayWords } from "../local-day.ts";

/** `2026-11-28` in the zone of this computer. */
export function dayOf(host: Pick<Host, "localTime">, time: number): string {
  return dayWords(host.localTime(time));
}

/** The file that a moment belongs to: `2026-11`, in UTC. */
export function fileMonthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

export interface CallScope {
  readonly sessionKey: SessionKey;
  readonly runId: RunId;
  /** Against whose limits it counts, where it works for another chat. */
  readonly within?: { readonly sessionKey: SessionKey; readonly runId: RunId } | undefined;
}

/** What each scope counts under at a moment: the run, the chat, the day, the month. */
export function scopeKeys(
  host: Pick<Host, "localTime">,
  place: CallScope,
  time: number,
): Readonly<Record<BudgetScope, string>> {
  const day = dayOf(host, time);
  const { sessionKey: chat, runId: run } = place.within ?? place;
  return { run, chat, day, month: day.slice(0, 7) };
}
