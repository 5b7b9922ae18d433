import { sessionKeySchema } from "./ids.ts";
import { z } from "./zod.ts";

/** What a message named with an `@`, as it went along with it. Its text stands in the message's `turnContext`. */
export const mentionedSchema = z.object({
  kind: z.enum(["chat", "resource"]),
  /** As it stands in the message. */
  written: z.string(),
  title: z.string(),
  /** Of a chat. */
  sessionKey: sessionKeySchema.nullable(),
  /** Of a chat: its newest activity, in milliseconds since 1970. */
  date: z.number().nullable(),
  /** Estimated, of what went along. */
  tokens: z.number(),
  /** The rest of it had no room. */
  isCut: z.boolean(),
  /** Why nothing, or not all of it, went along, as a sentence. */
  problem: z.string().optional(),
  /** Who wrote it, where that is neither the person nor a file of theirs. */
  stranger: z.string().optional(),
});
export type Mentioned = z.infer<typeof mentionedSchema>;

/** The prompt of an MCP server whose words a message is: they are the server's. */
export const promptOriginSchema = z.object({ server: z.string(), name: z.string() });
export type PromptOrigin = z.infer<typeof promptOriginSchema>;
