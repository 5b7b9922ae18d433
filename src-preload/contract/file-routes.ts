import { maxEditedBytes, maxWatchedFolders } from "./files.ts";
import { sessionKeySchema } from "./ids.ts";
import { attachedBase64, relativePath } from "./route-parts.ts";
import { folderPage, maxFolderEntries } from "./window.ts";
import { z } from "./zod.ts";

const inSession = z.object({ sessionKey: sessionKeySchema });

/** Routes of the files of a chat. A part of `routeInputs`. */
export const fileInputs = {
  "file.list": () =>
    inSession.extend({
      path: relativePath.default(""),
      words: z.string().max(200).default(""),
      limit: z.number().int().min(1).max(maxFolderEntries).default(folderPage),
    }),
  "file.read": () => inSession.extend({ path: relativePath }),
  /** A file as it is opened to be edited, or only shown where it cannot be. */
  "file.open": () => inSession.extend({ path: relativePath }),
  /**
   * `base` is the version that was edited, null for what is not there; another one on the disk is a `conflict`, with `data.text`
   * and `data.version` as they stand there. Lines end with "\n"; the file keeps its own ends, its encoding and its mark.
   */
  "file.save": () =>
    inSession.extend({
      path: relativePath,
      text: z.string().max(maxEditedBytes),
      base: z.string().max(100).nullable(),
    }),
  /**
   * A file that a message shows: one of the work folder that its text names, or one that was attached to the chat (by its
   * absolute path). Secret places are refused.
   */
  "file.show": () => inSession.extend({ path: z.string().min(1).max(4096) }),
  /** Files of the work folder whose path holds the words; for `@`. */
  "file.find": () =>
    inSession.extend({ query: z.string().max(200), limit: z.number().int().min(1).max(100).default(20) }),
  /**
   * Watches just these folders of the work folder ("" is itself) until this is called again, or the connection ends. Those that
   * cannot be watched are left out.
   */
  "file.watch": () => inSession.extend({ folders: z.array(relativePath).max(maxWatchedFolders).default([""]) }),
  /** Keeps a dropped or pasted file beside the chat, so that it can go with a message. */
  "file.attach": () =>
    inSession.extend({
      name: z.string().min(1).max(200),
      base64: attachedBase64,
    }),
  "file.result": () =>
    inSession.extend({
      path: z.string().max(4096),
      from: z.number().int().min(0).default(0),
      lines: z.number().int().min(1).max(2000).default(200),
    }),
} as const;
