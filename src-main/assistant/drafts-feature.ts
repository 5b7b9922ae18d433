import { join } from "node:path";
import { createDraftHandlers } from "../api/draft-handlers.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { Trash } from "../sessions/trash.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";

export type DraftsFeature = ReturnType<typeof createDraftsFeature>;

/** What was typed and not sent. Nothing of it is loaded before a window asks. */
export function createDraftsFeature({ host, files, events }: Core, sessions: SessionStore) {
  const { home } = host.paths;
  let isLoaded = false;
  const load = once(async () => {
    isLoaded = true;
    const { createDraftStore } = await import("../drafts/draft-store.ts");
    return createDraftStore({
      host,
      files,
      folder: join(home, "drafts"),
      backupsFolder: join(home, "backups"),
      trash: new Trash(files, join(home, "trash")),
      isNew: async (key) => {
        const chat = await sessions.view(key);
        return !chat.ok && chat.error.code === "not-found";
      },
      onChange: (sessionKey, by) => events.publish({ topic: "drafts", type: "draft-changed", sessionKey, by }),
    });
  });
  return {
    load,
    handlers: createDraftHandlers(load),
    async [Symbol.asyncDispose]() {
      if (isLoaded) await (await load())[Symbol.asyncDispose]();
    },
  };
}
