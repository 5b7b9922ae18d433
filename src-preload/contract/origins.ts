import { sessionKeySchema } from "./ids.ts";
import { z } from "./zod.ts";

/**
 * Whose words a message is that no person wrote. Without `from` it is the result of a run which nobody watched, and whose own chat
 * tells it whole; `chat`: another chat sent it; `inbox`: what was reported, in a chat that was begun to answer it.
 */
export const reportOriginSchema = z.object({
  name: z.string(),
  /** Null: a report that no chat tells more of. */
  sessionKey: sessionKeySchema.nullable(),
  from: z.enum(["chat", "inbox"]).optional(),
});
export type ReportOrigin = z.infer<typeof reportOriginSchema>;

/** The sub-agent that a call asked for. */
export const subagentOriginSchema = z.object({ key: sessionKeySchema, label: z.string(), isDone: z.boolean() });
