import { createStore } from "zustand/vanilla";
import type { BudgetScope } from "../../src-preload/contract/budget-error.ts";
import type { MessageId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { SessionSettings } from "../../src-preload/contract/records.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { isDone, type Notify } from "./notices.ts";
import type { OpenChat } from "./open-chat.ts";
import { createPutAway } from "./put-away.ts";
import { createReplies } from "./replies.ts";

interface ChatActsState {
  /** Chats whose run is being begun again, until that is answered. */
  readonly goingOn: readonly SessionKey[];
  readonly renaming: Renaming | null;
}

interface Renaming {
  readonly key: SessionKey;
  readonly at: "head" | "list";
}

interface Needed {
  readonly client: AgentClient;
  readonly chat: OpenChat;
  readonly notify: Notify;
}

/** What a person does with a chat: stop it, go on, answer again, rename, remove. What goes wrong is told. */
export function createChatActs({ client, chat, notify }: Needed) {
  const store = createStore<ChatActsState>(() => ({ goingOn: [], renaming: null }));
  const away = createPutAway({ client, notify });
  const openKey = (): SessionKey | null => {
    const open = chat.store.getState();
    return open.kind === "open" ? open.key : null;
  };

  /** What is pressed twice is asked once. */
  async function goOnWith(sessionKey: SessionKey, ask: () => AsyncResult<unknown>): Promise<void> {
    if (store.getState().goingOn.includes(sessionKey)) return;
    store.setState(({ goingOn }) => ({ goingOn: [...goingOn, sessionKey] }));
    const done = await ask();
    store.setState(({ goingOn }) => ({ goingOn: goingOn.filter((key) => key !== sessionKey) }));
    isDone(done, notify);
  }

  return {
    store,
    async stop(sessionKey: SessionKey): Promise<void> {
      isDone(await client.request("chat.stop", { sessionKey }), notify);
    },
    /** Goes on with a run that was cut off. */
    async resume(sessionKey: SessionKey): Promise<void> {
      await goOnWith(sessionKey, () => client.request("chat.resume", { sessionKey }));
    },
    /** Lets a chat have the limit once more that stopped it, and goes on. */
    async goOn(sessionKey: SessionKey, scope: BudgetScope): Promise<void> {
      await goOnWith(sessionKey, async () => {
        const allowed = await client.request("usage.allow", { sessionKey, scope });
        return allowed.ok ? client.request("chat.resume", { sessionKey }) : allowed;
      });
    },
    ...createReplies({ client, chat, goOnWith }),
    /** Another model for a chat from here on, and with it an answer in place of a message. */
    async answerWith(sessionKey: SessionKey, model: string, messageId: MessageId | null): Promise<void> {
      const updated = await client.request("session.update", { sessionKey, patch: { model } });
      if (!isDone(updated, notify)) return;
      await chat.reread(sessionKey);
      if (messageId === null) return;
      isDone(await client.request("chat.regenerate", { sessionKey, messageId }), notify);
    },
    /** Answers in the open chat again, in place of a message. */
    async regenerate(messageId: MessageId): Promise<void> {
      const sessionKey = openKey();
      if (sessionKey === null) return;
      await goOnWith(sessionKey, () => client.request("chat.regenerate", { sessionKey, messageId }));
    },
    /** Another version of a message of the open chat, and what followed it. */
    async showVersion(messageId: MessageId): Promise<void> {
      const sessionKey = openKey();
      if (sessionKey === null) return;
      const moved = await client.request("session.branch", { sessionKey, messageId });
      if (isDone(moved, notify)) await chat.refresh();
    },
    /** Changes what is in force in a chat; a chat that is not on the disk yet is made first. */
    async update(sessionKey: SessionKey, patch: SessionSettings): Promise<void> {
      const updated = await client.request("session.update", { sessionKey, patch });
      if (isDone(updated, notify)) await chat.reread(sessionKey);
    },
    /** Shows its work folder in the file manager. */
    async openFolder(sessionKey: SessionKey): Promise<void> {
      isDone(await client.request("folder.open", { sessionKey }), notify);
    },
    async rename(sessionKey: SessionKey, title: string): Promise<void> {
      isDone(await client.request("session.rename", { sessionKey, title }), notify);
    },
    ...away,
    /** The name of this chat is to be written anew, where it stands: at its head or in the list. */
    beginRename: (key: SessionKey, at: Renaming["at"]): void => store.setState({ renaming: { key, at } }),
    endRename: (): void => store.setState({ renaming: null }),
  };
}

export type ChatActs = ReturnType<typeof createChatActs>;
