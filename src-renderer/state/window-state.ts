import { createStore } from "zustand/vanilla";
import { type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import type { KnowledgeText } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createAgentStores } from "./agent-stores.ts";
import { createDrafts } from "./drafts.ts";
import { createNotices } from "./notices.ts";
import { createPlace } from "./place-store.ts";
import { createPreferences } from "./preferences.ts";

export type Overlay = "none" | "palette" | "keyboard" | "limits" | "prices" | "connection" | "server";

type AgentStores = ReturnType<typeof createAgentStores>["stores"];

/** Every store of the window, made once; components get it through the context of React. */
export interface WindowState extends AgentStores {
  readonly client: AgentClient;
  readonly drafts: ReturnType<typeof createDrafts>;
  readonly place: ReturnType<typeof createPlace>;
  readonly preferences: ReturnType<typeof createPreferences>;
  readonly overlay: ReturnType<typeof createOverlay>;
  /** What was typed in a file of the knowledge and not saved, by path, with the file it was typed on. */
  readonly unsaved: Map<string, { readonly file: KnowledgeText; readonly words: string }>;
  newChat(): void;
  readonly notices: ReturnType<typeof createNotices>["store"];
  readonly notify: ReturnType<typeof createNotices>["notify"];
}

function createOverlay() {
  return createStore<{ readonly overlay: Overlay; readonly paletteStart: string }>(() => ({
    overlay: "none",
    paletteStart: "",
  }));
}

function newSessionKey(): SessionKey {
  const random = crypto.getRandomValues(new Uint32Array(2));
  const id = `${Date.now().toString(36)}${[...random].map((part) => part.toString(36)).join("")}`;
  return sessionKeySchema.parse(`desktop:${id}`);
}

export function createWindowState(client: AgentClient): WindowState {
  const { store: notices, notify, leavePlace } = createNotices();
  const known = createAgentStores(client, (message) => notify(message));
  const { chat, agent } = known.stores;
  const place = createPlace();
  const overlay = createOverlay();

  function follow(): void {
    const now = place.store.getState().place;
    if (now.name === "chats" && now.sessionKey !== null) void chat.open(now.sessionKey);
  }
  place.store.subscribe(follow);
  place.store.subscribe(leavePlace);

  client.start({
    events: known.events,
    reset: (restarted) => void known.reset(restarted).then(follow),
    link: agent.setLink,
  });

  const state: WindowState = {
    ...known.stores,
    client,
    place,
    overlay,
    notices,
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
