import { messageIdSchema, type SessionKey, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { z } from "../../../src-preload/contract/zod.ts";

/*
 * What the search of messages is told and asked over the port of the database's thread.
 */

export const saidRoles = ["user", "assistant"] as const;
export type SaidRole = (typeof saidRoles)[number];

export interface MessageQuery {
  /** As `readWords` reads them: all of them are to be there. */
  readonly words: readonly string[];
  /** Null: of all chats. */
  readonly sessionKey: SessionKey | null;
  readonly role: SaidRole | null;
  /** Ms since 1970; `to` is not in it. */
  readonly from: number | null;
  readonly to: number | null;
  /** Only what has a smaller number; null: from the newest on. */
  readonly below: number | null;
  readonly limit: number;
}

export type MessageSearchCall =
  /** Reads what is not in the index yet, in the background. */
  | { readonly kind: "follow" }
  /** Answered when everything is in the index. */
  | { readonly kind: "settled" }
  | { readonly kind: "search"; readonly query: MessageQuery };

const makingSchema = z.object({ done: z.number(), total: z.number() });
/** How many of the chats that are read for the first time were. */
export type IndexMaking = z.infer<typeof makingSchema>;

const messageRowSchema = z.object({
  number: z.number(),
  sessionKey: sessionKeySchema,
  title: z.string(),
  archived: z.boolean(),
  messageId: messageIdSchema,
  role: z.enum(saidRoles),
  date: z.number(),
  isActive: z.boolean(),
  /** What stands around the first of the words, cut between words; dots tell where something is left out. */
  around: z.string(),
});
export type MessageRow = z.infer<typeof messageRowSchema>;

export const messageSliceSchema = z.object({
  /** Newest first. */
  rows: z.array(messageRowSchema),
  /** Go on below this; null when there is nothing more. */
  below: z.number().nullable(),
  making: makingSchema.nullable(),
});
/** So much of an answer as is found in one go. */
export type MessageSlice = z.infer<typeof messageSliceSchema>;
