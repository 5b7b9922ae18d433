import { ok } from "../../src-preload/contract/result.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import { createCrashHandlers } from "../api/crash-handlers.ts";
import { type CutOffChat, findCutOff } from "../sessions/cut-off.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";
import type { AssistantOptions } from "./options.ts";

export interface CrashNeeds {
  readonly sessions: Pick<SessionStore, "unfinished" | "view">;
  readonly loop: Pick<AgentLoop, "use">;
  readonly options: Pick<AssistantOptions, "marks">;
}

/** What the last owner of the home cut off, where it ended without giving the home up. */
export function createCrashFeature({ host }: Core, { sessions, loop, options }: CrashNeeds) {
  const startedAt = host.now();
  let isClosed = (options.marks?.former ?? null) === null;

  /** Once: later it could be told no more from what this process found in chats that were opened. */
  const look = once(async (): Promise<readonly CutOffChat[]> => {
    const found = await findCutOff(sessions, startedAt);
    if (found.ok) return found.value;
    host.log("warn", "what was cut off could not be found", { reason: found.error.message });
    return [];
  });

  return {
    handlers: createCrashHandlers({
      async describe() {
        const chats = isClosed ? [] : await look();
        if (chats.length === 0) return ok({ chats });
        const unfinished = await sessions.unfinished();
        if (!unfinished.ok) return unfinished;
        const cut = new Set(unfinished.value.flatMap(({ key, state }) => (state === "interrupted" ? [key] : [])));
        return ok({ chats: chats.filter(({ sessionKey }) => cut.has(sessionKey)) });
      },
      /** Their runs get their ends now, so that the next one to be cut off is told alone. */
      async close() {
        const chats = isClosed ? [] : await look();
        isClosed = true;
        for (const { sessionKey } of chats) {
          const ended = await loop.use(sessionKey, async () => ok(undefined));
          if (!ended.ok) host.log("warn", "a run that was cut off got no end", { reason: ended.error.message });
        }
      },
    }),
    stay: (): void => void (isClosed ? null : look()),
  };
}
