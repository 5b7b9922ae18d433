import { type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createAgentStores } from "./agent-stores.ts";
import { type ChatActs, createChatActs } from "./chat-acts.ts";
import { type ChatQueue, createChatQueue } from "./chat-queue.ts";
import { type Composer, createComposer } from "./composer.ts";
import { createDrafts, type Drafts } from "./drafts.ts";
import { createFiles, type Files } from "./files.ts";
import { createKnowledge, type Knowledge } from "./knowledge.ts";
import { createNotices, type Notify } from "./notices.ts";
import { createOverlay, type OverlayControl } from "./overlay.ts";
import { createPalette, type Palette } from "./palette.ts";
import { createPlace, type PlaceControl } from "./place-store.ts";
import { createPreferences, type PreferencesStore } from "./preferences.ts";
import { createStepResults, type StepResults } from "./step-results.ts";
import { createSystem, type System } from "./system.ts";

type AgentStores = ReturnType<typeof createAgentStores>["stores"];

/** Every store of the window, made once; components get it through the context of React. */
export interface WindowState extends AgentStores {
  readonly client: AgentClient;
  readonly drafts: Drafts;
  readonly composer: Composer;
  readonly chatActs: ChatActs;
  readonly chatQueue: ChatQueue;
  readonly stepResults: StepResults;
  readonly place: PlaceControl;
  readonly preferences: PreferencesStore;
  readonly overlay: OverlayControl;
  readonly palette: Palette;
  readonly system: System;
  readonly knowledge: Knowledge;
  readonly files: Files;
  newChat(): void;
  readonly notices: ReturnType<typeof createNotices>["store"];
  readonly notify: Notify;
}

function newSessionKey(): SessionKey {
  const random = crypto.getRandomValues(new Uint32Array(2));
  const id = `${Date.now().toString(36)}${[...random].map((part) => part.toString(36)).join("")}`;
  return sessionKeySchema.parse(`desktop:${id}`);
}

export function createWindowState(client: AgentClient, pages: readonly string[]): WindowState {
  const { store: notices, notify, leavePlace } = createNotices();
  const known = createAgentStores(client, notify);
  const { chat, agent } = known.stores;
  const place = createPlace(pages);
  const overlay = createOverlay();
  const drafts = createDrafts();
  const preferences = createPreferences();

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

  return {
    ...known.stores,
    client,
    place,
    overlay,
    notices,
    drafts,
    composer: createComposer({ client, agent, drafts, notify }),
    chatActs: createChatActs({ client, chat, notify }),
    chatQueue: createChatQueue({ client, drafts, notify }),
    stepResults: createStepResults(client, chat, notify),
    system: createSystem(client, agent, notify),
    palette: createPalette({ client, agent, chat, overlay }),
    preferences,
    knowledge: createKnowledge(client, place, notify),
    files: createFiles(client, { agent, chat, preferences }),
    newChat() {
      const key = newSessionKey();
      chat.startNew(key);
      place.go({ name: "chats", sessionKey: key });
    },
    notify,
  };
}
