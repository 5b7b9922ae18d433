import { runIdSchema, sessionKeySchema } from "./ids.ts";
import { z } from "./zod.ts";

const fieldValue = z.union([
  z.string().max(100_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(10_000)).max(1000),
]);

/** Routes of what servers ask. A part of `routeInputs`. */
export const mcpAskInputs = {
  /** What waits, in every chat, the oldest first. */
  "ask.list": () => z.object({}),
  /**
   * Answers one; `not-found` where it waits no more. `values`: of a form, by the names of its fields; what is left out was left
   * empty. A value that does not fit is `invalid-input`, with its field in `data.field`, and the question waits on.
   */
  "ask.answer": () =>
    z.object({
      id: z.string().max(100),
      action: z.enum(["accept", "decline", "cancel"]),
      values: z.record(z.string().max(1000), fieldValue).default({}),
    }),
  /** Ends one call of a server, of which its model is told; its run goes on. `not-found` where it is on no more. */
  "mcp.stopCall": () => z.object({ sessionKey: sessionKeySchema, runId: runIdSchema, callId: z.string().max(1000) }),
} as const;
