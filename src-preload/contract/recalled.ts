import { messageIdSchema, sessionKeySchema } from "./ids.ts";
import { z } from "./zod.ts";

/** What was recalled for a message: where it stood, and when it was said. */
export const recalledSchema = z.object({
  id: z.string(),
  source: z.enum(["fact", "log", "message"]),
  sessionKey: sessionKeySchema.nullable(),
  messageId: messageIdSchema.nullable(),
  /** Milliseconds since 1970. */
  date: z.number().nullable(),
  text: z.string(),
  /** It was said after text of strangers: who counts as the author wherever it is recalled. */
  stranger: z.string().optional(),
});
export type Recalled = z.infer<typeof recalledSchema>;
