import type { RunId } from "../../src-preload/contract/ids.ts";
import type { Session } from "../sessions/session-store.ts";
import type { CallScope } from "../usage/periods.ts";

/** Where what a run of a chat uses counts: what a sub-agent uses counts against the limits of the run that asked for it. */
export function spendingPlace({ key, settings }: Pick<Session, "key" | "settings">, runId: RunId): CallScope {
  const { parent, parentRun } = settings;
  const place = { sessionKey: key, runId };
  if (parent === undefined || parentRun === undefined) return place;
  return { ...place, within: { sessionKey: parent, runId: parentRun } };
}
