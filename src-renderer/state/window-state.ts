import { createStore } from "zustand/vanilla";
import { type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import type { KnowledgeText } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createAgent } from "./agent.ts";
import { createBudgetWarnings } from "./budget-warnings.ts";
import { createChatMeter } from "./chat-meter.ts";
import { createChats } from "./chats.ts";
import { createDrafts } from "./drafts.ts";
import { createInbox } from "./inbox.ts";
import { createModels } from "./models.ts";
import { createOpenChat } from "./open-chat.ts";
import { createPlace } from "./place.ts";
import { createPreferences } from "./preferences.ts";
import { createProviders } from "./providers.ts";
import { createUsage } from "./usage.ts";

export type Overlay = "none" | "palette" | "keyboard" | "limits" | "prices";

/** Something that happened and is told once, at the edge of the window. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "failed";
}

/** Every store of the window, made once; components get it through the context of React. */
export interface WindowState {
  readonly client: AgentClient;
  readonly agent: ReturnType<typeof createAgent>;
  readonly chats: ReturnType<typeof createChats>;
  readonly chat: ReturnType<typeof createOpenChat>;
  readonly chatMeter: ReturnType<typeof createChatMeter>;
  readonly inbox: ReturnType<typeof createInbox>;
  readonly drafts: ReturnType<typeof createDrafts>;
  readonly place: ReturnType<typeof createPlace>;
  readonly providers: ReturnType<typeof createProviders>;
  readonly models: ReturnType<typeof createModels>;
  readonly usage: ReturnType<typeof createUsage>;
  readonly budgetWarnings: ReturnType<typeof createBudgetWarnings>;
  readonly preferences: ReturnType<typeof createPreferences>;
  readonly overlay: ReturnType<typeof createOverlay>;
  /** What was typed in a file of the knowledge and not saved, by path, with the file it was typed on. */
  readonly unsaved: Map<string, { readonly file: KnowledgeText; readonly words: string }>;
  newChat(): void;
  notify(text: string, tone?: Notice["tone"]): void;
}

function createOverlay() {
  return createStore<{ readonly overlay: Overlay; readonly notices: readonly Notice[]; readonly paletteStart: string }>(
    () => ({ overlay: "none", notices: [], paletteStart: "" }),
  );
}

const noticeMs = 6000;

function newSessionKey(): SessionKey {
  const random = crypto.getRandomValues(new Uint32Array(2));
  const id = `${Date.now().toString(36)}${[...random].map((part) => part.toString(36)).join("")}`;
  return sessionKeySchema.parse(`desktop:${id}`);
}

export function createWindowState(client: AgentClient): WindowState {
  const agent = createAgent(client);
  const chats = createChats(client);
  const chat = createOpenChat(client);
  const chatMeter = createChatMeter(client, chat);
  const inbox = createInbox(client);
  const place = createPlace();
  const providers = createProviders(client);
  const models = createModels(client);
  const usage = createUsage(client);
  const overlay = createOverlay();
  const budgetWarnings = createBudgetWarnings((message) => notify(message));
  let nextNotice = 1;

  function notify(words: string, tone: Notice["tone"] = "plain"): void {
    const notice: Notice = { id: nextNotice, text: words, tone };
    nextNotice += 1;
    overlay.setState({ notices: [...overlay.getState().notices, notice] });
    setTimeout(() => {
      overlay.setState({ notices: overlay.getState().notices.filter((row) => row.id !== notice.id) });
    }, noticeMs);
  }

  function follow(): void {
    const now = place.store.getState().place;
    if (now.name === "chats" && now.sessionKey !== null) void chat.open(now.sessionKey);
  }
  place.store.subscribe(follow);

  client.start({
    events(events) {
      chats.apply(events);
      chat.apply(events);
      chatMeter.apply(events);
      inbox.apply(events);
      agent.apply(events);
      providers.apply(events);
      models.apply(events);
      usage.apply(events);
      budgetWarnings.apply(events);
    },
    reset(restarted) {
      agent.setRestarted(restarted);
      void Promise.all([agent.load(), chats.load(), inbox.load(), chat.refresh()]).then(() => {
        follow();
        chatMeter.reset();
      });
    },
    link: agent.setLink,
  });

  const state: WindowState = {
    client,
    agent,
    chats,
    chat,
    chatMeter,
    inbox,
    place,
    providers,
    models,
    usage,
    budgetWarnings,
    overlay,
    drafts: createDrafts(),
    unsaved: new Map(),
    preferences: createPreferences(),
    newChat() {
      const key = newSessionKey();
      chat.startNew(key);
      place.go({ name: "chats", sessionKey: key });
    },
    notify,
  };
  return state;
}
