import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Draft } from "./drafts.ts";
import { readFormer, readUnsaved, storedRecord } from "./read-left-drafts.ts";

/*
 * Drafts that lie in the page's storage: those of a page that was closed before the agent had them, and those of earlier
 * versions, which kept the texts alone there. The agent takes them over with the next page, and they are removed.
 */

const unsavedName = "perch.unsaved";
const formerName = "perch.drafts";

/** The page is being closed and the agent does not have these: the last place where they can be. */
export function leaveDrafts(drafts: Readonly<Record<string, Draft>>): void {
  const at = Date.now();
  const left = Object.fromEntries(
    Object.entries(drafts)
      .filter(([key]) => !isPrivateKey(key))
      .map(([key, draft]) => [key, { draft, at }]),
  );
  try {
    if (Object.keys(left).length === 0) return;
    localStorage.setItem(unsavedName, JSON.stringify({ ...storedRecord(unsavedName), ...left }));
  } catch (cause) {
    console.warn("the browser has no room for what was not saved yet", cause);
  }
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
  for (const { key, draft, at } of [...readFormer(formerName), ...readUnsaved(unsavedName)]) {
    const kept = await client.request("drafts.read", { sessionKey: key });
    if (!kept.ok) return false;
    if (kept.value.draft !== null && kept.value.savedAt >= at) continue;
    const saved = await client.request("drafts.save", { sessionKey: key, draft, by });
    if (!saved.ok) return false;
  }
  for (const name of [unsavedName, formerName]) localStorage.removeItem(name);
  return true;
}
