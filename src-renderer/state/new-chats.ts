import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { privatePrefix } from "../../src-preload/contract/session-key.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import { newSessionKey } from "./new-session-key.ts";
import { isDone, type Notify } from "./notices.ts";
import type { OpenChat } from "./open-chat.ts";
import type { PlaceControl } from "./place-store.ts";
import type { UnsentChats } from "./unsent-chats.ts";

interface Needed {
  readonly client: AgentClient;
  readonly notify: Notify;
  readonly chat: OpenChat;
  readonly unsentChats: UnsentChats;
  readonly place: PlaceControl;
}

/** Chats that have no message yet. One that was begun and not sent comes before one with nothing in it. */
export function createNewChats({ client, notify, chat, unsentChats, place }: Needed) {
  const start = (): SessionKey => {
    const key = unsentChats.newest() ?? newSessionKey();
    chat.startNew(key);
    return key;
  };
  const newChat = (): SessionKey => {
    const key = start();
    place.go({ name: "chats", sessionKey: key });
    return key;
  };
  return {
    newChat,
    /** A chat that has this skill alone, and is called so; null where it could not be made, which is told. */
    async trySkill(name: string): Promise<SessionKey | null> {
      const key = newSessionKey();
      const set = await client.request("session.update", { sessionKey: key, patch: { onlySkill: name } });
      if (!isDone(set, notify)) return null;
      const title = text("chat.tryTitle", { name });
      if (!isDone(await client.request("session.rename", { sessionKey: key, title }), notify)) return null;
      place.go({ name: "chats", sessionKey: key });
      return key;
    },
    newPrivateChat(): void {
      const key = newSessionKey(privatePrefix);
      chat.startNew(key);
      place.go({ name: "chats", sessionKey: key });
    },
    /** The window may have begun one by itself, as soon as a model was set. */
    firstChat(): SessionKey {
      const open = chat.store.getState();
      return open.kind === "new" ? open.key : newChat();
    },
    leaveRemoved(removed: readonly SessionKey[]): boolean {
      const open = chat.store.getState();
      if (open.kind === "none" || !removed.includes(open.key)) return false;
      place.goWithinPage({ name: "chats", sessionKey: start() });
      return true;
    },
  };
}
