import { type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createAgentStores } from "./agent-stores.ts";
import { createChatActs } from "./chat-acts.ts";
import { createChatQueue } from "./chat-queue.ts";
import { createComposer } from "./composer.ts";
import { createDrafts } from "./drafts.ts";
import { createFiles } from "./files.ts";
import { createFirstRun } from "./first-run.ts";
import { followOverlay } from "./follow-overlay.ts";
import { type EnteredPlace, followPlaces } from "./follow-places.ts";
import { createKnowledge } from "./knowledge.ts";
import { createNotices } from "./notices.ts";
import { createOverlay } from "./overlay.ts";
import { createPalette } from "./palette.ts";
import { createPlace } from "./place-store.ts";
import { createPreferences } from "./preferences.ts";
import { createProviderRemoval } from "./provider-removal.ts";
import { createSoughtStep } from "./sought-step.ts";
import { createStage } from "./stage.ts";
import { createStepResults } from "./step-results.ts";
import { createSystem } from "./system.ts";
import type { KnownStores, WindowState } from "./window-state.ts";

function newSessionKey(): SessionKey {
  const random = crypto.getRandomValues(new Uint32Array(2));
  const id = `${Date.now().toString(36)}${[...random].map((part) => part.toString(36)).join("")}`;
  return sessionKeySchema.parse(`desktop:${id}`);
}

/** `places` are the pages that there are. */
export function createWindowState(client: AgentClient, places: readonly EnteredPlace[]): WindowState {
  const { store: notices, notify, leavePlace } = createNotices();
  const known = createAgentStores(client, notify);
  const { chat, chats, agent, providers } = known.stores;
  const place = createPlace(places.map(({ name }) => name));
  const overlay = createOverlay();
  const drafts = createDrafts();
  const preferences = createPreferences();
  const stage = createStage(agent, chats);
  const newChat = (): void => {
    const key = newSessionKey();
    chat.startNew(key);
    place.go({ name: "chats", sessionKey: key });
  };
  const state: WindowState = {
    ...known.stores,
    place,
    overlay,
    notices,
    notify,
    drafts,
    preferences,
    stage,
    newChat,
    composer: createComposer({ client, agent, drafts, notify }),
    chatActs: createChatActs({ client, chat, notify }),
    chatQueue: createChatQueue({ client, drafts, notify }),
    stepResults: createStepResults(client, chat, notify),
    soughtStep: createSoughtStep(),
    files: createFiles(client, { agent, chat, preferences }),
    knowledge: createKnowledge(client, place, notify),
    providerRemoval: createProviderRemoval(client),
    system: createSystem(client, agent, notify),
    palette: createPalette({ client, agent, chat, overlay }),
    firstRun: createFirstRun({ client, agent, providers, newChat }),
  };
  place.store.subscribe(leavePlace);
  followOverlay(state);
  followStage(state, places);
  start(client, state, known);
  return state;
}

/** The first run looks around as it begins; the window is where its address says from then on. */
function followStage(state: WindowState, places: readonly EnteredPlace[]): void {
  state.stage.store.subscribe(({ stage }) => {
    if (stage === "first-run") void state.firstRun.look();
    if (stage === "window") followPlaces(state, places);
  });
}

/** Hears what the agent tells, and opens the chat of the address. */
function start(client: AgentClient, { place, chat, agent }: WindowState, known: KnownStores): void {
  const follow = (): void => {
    const now = place.store.getState().place;
    if (now.name === "chats" && now.sessionKey !== null) void chat.open(now.sessionKey);
  };
  place.store.subscribe(follow);
  client.start({
    events: known.events,
    reset: (restarted) => void known.reset(restarted).then(follow),
    link: agent.setLink,
  });
}
