import type { Draft } from "../../src-preload/contract/drafts.ts";
import { draftSchema } from "../../src-preload/contract/drafts.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isSessionKey } from "../../src-preload/contract/session-key.ts";
import { z } from "../../src-preload/contract/zod.ts";

/* Reads what lies in the page's storage. It is fetched where there is something alone: it brings zod along. */

const unsavedSchema = z.record(z.string(), z.object({ draft: draftSchema, at: z.number() }));
/** By chat: the text of the draft, then of what lies aside. */
const formerSchema = z.record(z.string(), z.array(z.string()));

interface LeftDraft {
  readonly key: SessionKey;
  readonly draft: Draft;
  /** When the page was closed; 0 where that is not known. */
  readonly at: number;
}

/** The drafts of a page that was closed (`unsaved`), and of an earlier version (`former`), as they were kept under these names. */
export function readLeftDrafts(unsavedName: string, formerName: string): readonly LeftDraft[] {
  const unsaved = Object.entries(parsed(unsavedName, unsavedSchema) ?? {});
  const former = Object.entries(parsed(formerName, formerSchema) ?? {}).map(([key, texts]) => {
    const [top = { text: "", media: [] }, ...lower] = texts.map((text) => ({ text, media: [] }));
    const draft: Draft = lower.length === 0 ? top : { ...top, aside: lower.toReversed() };
    return [key, { draft, at: 0 }] as const;
  });
  return [...former, ...unsaved].flatMap(([key, left]) => (isSessionKey(key) ? [{ key, ...left }] : []));
}

function parsed<Value>(name: string, schema: z.ZodType<Value>): Value | null {
  try {
    const kept = localStorage.getItem(name);
    return kept === null ? null : schema.parse(JSON.parse(kept));
  } catch (cause) {
    console.warn(`${name} of this browser could not be read`, cause);
    return null;
  }
}
