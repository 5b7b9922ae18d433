import { messageIdSchema } from "./ids.ts";
import { z } from "./zod.ts";

export const earlierSchema = z.object({
  summary: z.string().default(""),
  /** Who else wrote what it sums up, e.g. a host: what a stranger wrote is none of the person's orders. */
  stranger: z.string().nullable().default(null),
});
/** What stands in the place of messages that have left the context; the summary is "" where none did, or after `/new`. */
export type Earlier = z.infer<typeof earlierSchema>;
export const nothingEarlier: Earlier = { summary: "", stranger: null };

export const notedSchema = earlierSchema.extend({ upTo: messageIdSchema });
/** How far the chat is in the log of the memory, and what it was about until then, since `/new`. */
export type Noted = z.infer<typeof notedSchema>;
