import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { SessionSettings } from "../../../src-preload/contract/records.ts";
import type { WindowState } from "../../state/window-state.ts";

/** Changes what is in force in a chat; a chat that is not on the disk yet is made first. */
export async function updateChat(
  { client, chat, notify }: Pick<WindowState, "client" | "chat" | "notify">,
  sessionKey: SessionKey,
  patch: SessionSettings,
): Promise<void> {
  const updated = await client.request("session.update", { sessionKey, patch });
  if (!updated.ok) {
    notify(updated.error.message, "failed");
    return;
  }
  await chat.reread(sessionKey);
}
