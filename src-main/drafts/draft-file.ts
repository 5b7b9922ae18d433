import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { type Draft, draftSchema } from "../../src-preload/contract/drafts.ts";
import { type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { z } from "../../src-preload/contract/zod.ts";
import { fileNameOf } from "../storage/session-file/file-name.ts";

/*
 * A draft's file: two lines of JSON, first what the list shows of it, then the draft. So the list reads the beginning of a
 * file alone, however long the draft is.
 */

const previewChars = 200;
export const draftExtension = ".draft.json";

const headSchema = z.object({
  _type: z.literal("draft"),
  version: z.literal(1),
  key: sessionKeySchema,
  savedAt: z.number(),
  preview: z.string().max(previewChars),
});
export type DraftHead = Readonly<z.infer<typeof headSchema>>;

/** A bound for the first line, in bytes: the key and the preview, escaped. */
export const maxHeadBytes = 8192;

export interface StoredDraft {
  readonly head: DraftHead;
  readonly draft: Draft;
}

export function draftNameOf(key: SessionKey): string {
  return fileNameOf(key).replace(/\.jsonl$/, draftExtension);
}

export function draftText(key: SessionKey, draft: Draft, savedAt: number): string {
  const preview = draft.text
    .slice(0, previewChars * 2)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, previewChars)
    .toWellFormed();
  const head: DraftHead = { _type: "draft", version: 1, key, savedAt, preview };
  return `${JSON.stringify(head)}\n${JSON.stringify(draft)}\n`;
}

/** Null where it is none of ours, or was damaged. `name` is the file's. */
export function parseHead(content: string, name: string): DraftHead | null {
  const head = headSchema.safeParse(jsonOf(content.slice(0, Math.max(0, content.indexOf("\n")))));
  return head.success && draftNameOf(head.data.key) === name ? head.data : null;
}

export function parseDraft(content: string, name: string): StoredDraft | null {
  const head = parseHead(content, name);
  const draft = draftSchema.safeParse(jsonOf(content.slice(content.indexOf("\n") + 1)));
  return head !== null && draft.success ? { head, draft: draft.data } : null;
}

function jsonOf(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
