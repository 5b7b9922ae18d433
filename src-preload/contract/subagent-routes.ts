import { sessionKeySchema } from "./ids.ts";
import { z } from "./zod.ts";

/** Routes of sub-agents. A part of `routeInputs`. */
export const subagentInputs = {
  /** Those of a chat, in the order in which they were asked for; of those that have ended the last ones. */
  "subagent.list": () => z.object({ sessionKey: sessionKeySchema }),
  /** Ends one; `not-found` where there is none that is on. */
  "subagent.stop": () => z.object({ key: sessionKeySchema }),
} as const;
