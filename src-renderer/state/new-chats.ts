import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isSessionKey } from "../../src-preload/contract/session-key.ts";
import type { OpenChat } from "./open-chat.ts";
import type { PlaceControl } from "./place-store.ts";
import type { UnsentChats } from "./unsent-chats.ts";

interface Needed {
  readonly chat: OpenChat;
  readonly unsentChats: UnsentChats;
  readonly place: PlaceControl;
}

/** Chats that have no message yet. One that was begun and not sent comes before one with nothing in it. */
export function createNewChats({ chat, unsentChats, place }: Needed) {
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

function newSessionKey(): SessionKey {
  const random = crypto.getRandomValues(new Uint32Array(2));
  const id = `${Date.now().toString(36)}${[...random].map((part) => part.toString(36)).join("")}`;
  const key = `desktop:${id}`;
  if (!isSessionKey(key)) throw new Error(`${key} is no key of a chat`);
  return key;
}
