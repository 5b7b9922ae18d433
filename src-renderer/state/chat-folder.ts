import type { AgentClient } from "../client/agent-client.ts";
import { createFolderChoice, type FolderChoice } from "./folder-choice.ts";
import type { OpenChat } from "./open-chat.ts";

/** Where the open chat works; a chat that is not on the disk yet is made first. */
export function createChatFolder(client: AgentClient, chat: OpenChat): FolderChoice {
  return createFolderChoice(client, async (workFolder) => {
    const open = chat.store.getState();
    if (open.kind === "none") return null;
    const updated = await client.request("session.update", { sessionKey: open.key, patch: { workFolder } });
    if (!updated.ok) return updated.error.message;
    await chat.reread(open.key);
    return null;
  });
}
