import { draftChars, maxAside, maxMessageChars, maxMessageMedia } from "./bounds.ts";
import type { SessionKey } from "./ids.ts";
import { messageIdSchema } from "./ids.ts";
import { mediaSchema } from "./records.ts";
import { z } from "./zod.ts";

const written = {
  text: z.string(),
  media: z.array(mediaSchema).max(maxMessageMedia),
  /** The message that is being edited: sending makes a sibling of it. */
  replaces: z.exactOptional(messageIdSchema),
};

/** What was typed in a chat and not sent. */
export const draftSchema = z
  .object({
    ...written,
    /** What was being typed when a message was taken up for editing, the last one last: back when that one is sent or dropped. */
    aside: z.exactOptional(z.array(z.object(written)).max(maxAside)),
  })
  .refine((draft) => draftChars(draft) <= maxMessageChars, `a draft has at most ${maxMessageChars} characters`);

/** As the agent keeps it. */
export type Draft = Readonly<z.output<typeof draftSchema>>;

/** A draft that is kept, as it is listed. */
export interface KeptDraft {
  readonly sessionKey: SessionKey;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Its first words, at most 200 characters; empty where only files were attached. */
  readonly preview: string;
  /** Nothing of its chat is on the disk yet. */
  readonly isNew: boolean;
}
