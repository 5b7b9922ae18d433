import { messageIdSchema, sessionKeySchema } from "./ids.ts";
import { exportFormats, importPieceBytes, maxImportBytes } from "./transfer.ts";
import { z } from "./zod.ts";

/** A file that is handed over, as who does it calls it. */
const importId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);
const name = z.string().max(400).default("");

/** Inputs of the routes that carry chats out and in. */
export const transferRoutes = {
  /** A part of the active branch as a text, from its end: each stands before those that came, until `before` is null. */
  "session.export": () =>
    z.object({ sessionKey: sessionKeySchema, format: z.enum(exportFormats), before: messageIdSchema.optional() }),
  /** Hands over a file of chats, a piece after the other; one that begins at 0 takes the place of what was there under this id. */
  "session.bring": () =>
    z.object({
      importId,
      offset: z.number().int().min(0).max(maxImportBytes),
      base64: z.base64().max(Math.ceil(importPieceBytes / 3) * 4),
    }),
  /** What is in it. Nothing is taken yet. `name`: of the file. */
  "session.preview": () => z.object({ importId, name }),
  /** Takes these of its chats, or all of them. */
  "session.import": () =>
    z.object({
      importId,
      name,
      chats: z.array(z.string().max(200)).max(100_000).nullable().default(null),
    }),
  /** Stops what is on with this file, and forgets it. */
  "session.dropImport": () => z.object({ importId }),
} as const;
