import { type MessageId, type SessionKey, sessionKeySchema } from "./ids.ts";
import { z } from "./zod.ts";

/** Where a client searches: a newer search in the same place ends the one before. */
const searchPlaces = ["list", "palette", "command"] as const;
const maxQueryChars = 500;

/** Inputs of the routes that find messages. */
export const messageSearchRoutes = {
  /**
   * Messages of all chats, of all their branches, in which all words are, newest first; what stands between quotes is one. A part
   * of a word is enough, case and accents are the same. `from` and `to` in ms since 1970, `to` is not in it. `isWhole` waits until
   * the index has everything.
   */
  "message.search": () =>
    z.object({
      query: z.string().max(maxQueryChars, `at most ${maxQueryChars} characters are searched for`),
      sessionKey: sessionKeySchema.optional(),
      role: z.enum(["user", "assistant"]).optional(),
      from: z.number().optional(),
      to: z.number().optional(),
      cursor: z.string().max(40).optional(),
      limit: z.number().int().min(1).max(100).default(30),
      place: z.enum(searchPlaces).default("command"),
      isWhole: z.boolean().default(false),
    }),
} as const;

/** A message that has the words. */
export interface FoundMessage {
  readonly sessionKey: SessionKey;
  /** Of the chat; "" where it has none. */
  readonly title: string;
  readonly archived: boolean;
  readonly messageId: MessageId;
  readonly role: "user" | "assistant";
  /** Ms since 1970. */
  readonly date: number;
  /** Whether it is on the branch of the chat that is shown. */
  readonly isActive: boolean;
  /** What stands around the first of the words, in one line without markup. */
  readonly snippet: string;
  /** Where words stand in the snippet: from and to, rising. */
  readonly marks: readonly (readonly [from: number, to: number])[];
}

export interface FoundMessages {
  /** Newest first. */
  readonly hits: readonly FoundMessage[];
  /** Pass it as `cursor` to go on; null at the end. There may be more although few or none were found in this go. */
  readonly cursor: string | null;
  /** What was looked for: folded, each word or phrase. */
  readonly words: readonly string[];
  /** While chats are read for the first time: how many of them were. What is in the others is not found yet. */
  readonly making: { readonly done: number; readonly total: number } | null;
}
