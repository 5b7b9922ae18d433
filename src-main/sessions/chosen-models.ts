import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { SessionStore } from "./session-store.ts";

/** The models that the newest chats have chosen for themselves, one entry a chat; archived ones are left out. */
export async function chosenModels(sessions: SessionStore, limit: number): AsyncResult<readonly string[]> {
  const page = await sessions.list({ archived: false, limit });
  if (!page.ok) return page;
  const models: string[] = [];
  for (const { key, missing } of page.value.sessions) {
    const session = missing ? null : await sessions.view(key);
    // One that cannot be read says so when it is opened.
    const model = session?.ok === true ? (session.value.settings.model ?? null) : null;
    if (model !== null) models.push(model);
  }
  return ok(models);
}
