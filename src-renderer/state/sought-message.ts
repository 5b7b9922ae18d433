import { createStore } from "zustand/vanilla";
import type { MessageId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { FoundMessage } from "../../src-preload/contract/message-search.ts";
import type { ChatActs } from "./chat-acts.ts";
import type { Chats } from "./chats.ts";
import type { ListOver } from "./list-over.ts";
import type { MessageSearch } from "./message-search.ts";
import type { OpenChat } from "./open-chat.ts";
import type { PlaceControl } from "./place-store.ts";
import type { WorkFiles } from "./work-files.ts";

interface SoughtMessage {
  readonly hit: Pick<FoundMessage, "sessionKey" | "messageId" | "isActive">;
  /** What was looked for, folded. */
  readonly words: readonly string[];
  /** An address named it: nothing was looked for, and there is no way back to what was found. */
  readonly isAsked: boolean;
}

export type Sought =
  | { readonly kind: "none" }
  /** It is being read, is in the transcript, is on another branch than is shown, or is not there. */
  | (SoughtMessage & { readonly kind: "seeking" | "shown" | "other-branch" | "gone" });

interface Needed {
  readonly chat: OpenChat;
  readonly chats: Chats;
  readonly place: PlaceControl;
  readonly listOver: ListOver;
  readonly chatActs: Pick<ChatActs, "showVersion">;
  readonly messageSearch: MessageSearch;
  readonly workFiles: Pick<WorkFiles, "showChat">;
}

/** The message that somebody went to from what was found, and the way back. */
export function createSoughtMessage(needed: Needed) {
  const { chat, chats, place, listOver, chatActs, messageSearch, workFiles } = needed;
  const store = createStore<Sought>(() => ({ kind: "none" }));
  let turn = 0;

  const close = (): void => {
    turn += 1;
    store.setState({ kind: "none" }, true);
  };

  async function reach(sought: SoughtMessage, isHere: boolean): Promise<void> {
    turn += 1;
    const own = turn;
    const { hit } = sought;
    const set = (kind: Exclude<Sought["kind"], "none">): void => {
      if (own === turn) store.setState({ ...sought, kind }, true);
    };
    set("seeking");
    if (!(await isOpened(chat, hit.sessionKey))) return set("gone");
    if (own !== turn) return;
    if (!isHere) return set("other-branch");
    if (await chat.loadTo(hit.messageId)) set("shown");
    else set(hit.isActive ? "other-branch" : "gone");
  }

  chat.store.subscribe((now) => {
    const sought = store.getState();
    if (sought.kind !== "none" && now.kind !== "none" && now.key !== sought.hit.sessionKey) close();
  });

  return {
    store,
    close,
    async open(hit: FoundMessage, words: readonly string[]): Promise<void> {
      messageSearch.setOpened(hit);
      workFiles.showChat(hit.sessionKey);
      place.go({ name: "chats", sessionKey: hit.sessionKey });
      listOver.setState({ isOpen: false });
      void chat.open(hit.sessionKey);
      await reach({ hit, words, isAsked: false }, hit.isActive);
    },
    /** The message that an address names. */
    async openAsked(sessionKey: SessionKey, messageId: MessageId): Promise<void> {
      void chat.open(sessionKey);
      await reach({ hit: { sessionKey, messageId, isActive: true }, words: [], isAsked: true }, true);
    },
    /** Makes its branch the one that is shown. */
    async showBranch(): Promise<void> {
      const sought = store.getState();
      if (sought.kind !== "other-branch") return;
      const { words, isAsked } = sought;
      const hit = { ...sought.hit, isActive: false };
      store.setState({ kind: "seeking", hit, words, isAsked }, true);
      await chatActs.showVersion(hit.messageId);
      const now = store.getState();
      if (now.kind === "seeking" && now.hit === hit) await reach({ hit, words, isAsked }, true);
    },
    /** To what was found, as it was left. */
    back(): void {
      close();
      const { query } = messageSearch.store.getState();
      const list = chats.store.getState();
      if (list.filter === "trash") void chats.show("current");
      if (list.query !== query) void chats.search(query);
      messageSearch.setBack(true);
      listOver.setState({ isOpen: true });
    },
  };
}

export type SoughtMessageControl = ReturnType<typeof createSoughtMessage>;

/** Resolves when the chat is there, or cannot be. */
function isOpened(chat: OpenChat, key: SessionKey): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const now = chat.store.getState();
      if (now.kind === "loading" && now.key === key) return false;
      resolve(now.kind === "open" && now.key === key);
      return true;
    };
    if (look()) return;
    const stop = chat.store.subscribe(() => {
      if (look()) stop();
    });
  });
}
