import type { Draft as KeptForm } from "../../src-preload/contract/drafts.ts";
import { draftSchema } from "../../src-preload/contract/drafts.ts";
import { type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Draft } from "./drafts.ts";

/*
 * Drafts that lie in the page's storage: those of a page that was closed before the agent had them, and those of earlier
 * versions, which kept the texts alone there. The agent takes them over with the next page, and they are removed.
 */

const unsavedName = "perch.unsaved";
const formerName = "perch.drafts";

const unsavedSchema = z.record(z.string(), z.object({ draft: draftSchema, at: z.number() }));
/** By chat: the text of the draft, then of what lies aside. */
const formerSchema = z.record(z.string(), z.array(z.string()));

interface LeftDraft {
  readonly key: SessionKey;
  readonly draft: KeptForm;
  /** When the page was closed; 0 where that is not known. */
  readonly at: number;
}

/** The page is being closed and the agent does not have these: the last place where they can be. */
export function leaveDrafts(drafts: Readonly<Record<string, Draft>>): void {
  const at = Date.now();
  const left = Object.fromEntries(Object.entries(drafts).map(([key, draft]) => [key, { draft, at }]));
  try {
    if (Object.keys(left).length === 0) return;
    const others = parsed(unsavedName, unsavedSchema) ?? {};
    localStorage.setItem(unsavedName, JSON.stringify({ ...others, ...left }));
  } catch (cause) {
    console.warn("the browser has no room for what was not saved yet", cause);
  }
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

function leftDrafts(): readonly LeftDraft[] {
  const unsaved = Object.entries(parsed(unsavedName, unsavedSchema) ?? {});
  const former = Object.entries(parsed(formerName, formerSchema) ?? {}).map(([key, texts]) => {
    const [top = { text: "", media: [] }, ...lower] = texts.map((text) => ({ text, media: [] }));
    const draft: KeptForm = lower.length === 0 ? top : { ...top, aside: lower.toReversed() };
    return [key, { draft, at: 0 }] as const;
  });
  return [...former, ...unsaved].flatMap(([name, left]) => {
    const key = sessionKeySchema.safeParse(name);
    return key.success ? [{ key: key.data, ...left }] : [];
  });
}

/** Hands over what lies there, once; where that does not succeed, again with the next call. */
export function takeOverDrafts(client: AgentClient, by: string): () => Promise<void> {
  let taking: Promise<void> | null = null;
  const take = async (): Promise<void> => {
    if (!(await handOver(client, by))) taking = null;
  };
  return () => {
    taking ??= take();
    return taking;
  };
}

/** What the agent has is kept where it is newer. Whether nothing is left. */
async function handOver(client: AgentClient, by: string): Promise<boolean> {
  for (const { key, draft, at } of leftDrafts()) {
    const kept = await client.request("drafts.read", { sessionKey: key });
    if (!kept.ok) return false;
    if (kept.value.draft !== null && kept.value.savedAt >= at) continue;
    const saved = await client.request("drafts.save", { sessionKey: key, draft, by });
    if (!saved.ok) return false;
  }
  for (const name of [unsavedName, formerName]) localStorage.removeItem(name);
  return true;
}
