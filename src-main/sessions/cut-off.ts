import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import { isUnattendedKey } from "../../src-preload/contract/session-key.ts";
import type { SessionStore } from "./session-store.ts";

export interface CutOffChat {
  readonly sessionKey: SessionKey;
  readonly title: string;
}

/**
 * Chats of the person with a run that has no end: the process that had it is gone. Those that were opened since have one, which
 * says that it was cut off; `since`: when this process began, to tell them from what an earlier one found. Milliseconds.
 */
export async function findCutOff(
  sessions: Pick<SessionStore, "unfinished" | "view">,
  since: number,
): AsyncResult<readonly CutOffChat[]> {
  const unfinished = await sessions.unfinished();
  if (!unfinished.ok) return unfinished;
  const found: CutOffChat[] = [];
  for (const { key, title, state, updatedAt } of unfinished.value) {
    if (state !== "interrupted" || isUnattendedKey(key)) continue;
    const view = await sessions.view(key);
    if (view.ok && (view.value.lastRun.kind === "open" || updatedAt >= since)) found.push({ sessionKey: key, title });
  }
  return ok(found);
}
