import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createAgentStores } from "./agent-stores.ts";
import { createChangeComments } from "./change-comments.ts";
import { besideChat, createChanges } from "./changes.ts";
import { createChatActs } from "./chat-acts.ts";
import { createChatFolder } from "./chat-folder.ts";
import { createChatQueue } from "./chat-queue.ts";
import { createComposer } from "./composer.ts";
import { divideRecording } from "./divide-recording.ts";
import { createDraftKeeper } from "./draft-keeper.ts";
import { createDrafts } from "./drafts.ts";
import { isUnsaved } from "./edited-files.ts";
import { createFileVersions } from "./file-versions.ts";
import { createFiles } from "./files.ts";
import { createFind } from "./find.ts";
import { createFirstRun } from "./first-run.ts";
import { createFolderChoice } from "./folder-choice.ts";
import { createFolderWatch } from "./folder-watch.ts";
import { followOverlay } from "./follow-overlay.ts";
import { type EnteredPlace, followPlaces } from "./follow-places.ts";
import { besideJob } from "./job-run.ts";
import { createKnowledge } from "./knowledge.ts";
import { createLaterDesktop } from "./later-desktop.ts";
import { createListOver } from "./list-over.ts";
import { createMessageSearch } from "./message-search.ts";
import { createNewChats } from "./new-chats.ts";
import { createNotices } from "./notices.ts";
import { createOpenFile } from "./open-file.ts";
import { createOverlay } from "./overlay.ts";
import { createPalette } from "./palette.ts";
import { createPlace } from "./place-store.ts";
import { createPreferences } from "./preferences.ts";
import { createProviderRemoval } from "./provider-removal.ts";
import { createRecorder } from "./recorder.ts";
import { createRecordings } from "./recordings.ts";
import { createShownFiles } from "./shown-files.ts";
import { createSoughtMessage } from "./sought-message.ts";
import { createSoughtStep } from "./sought-step.ts";
import { createStage } from "./stage.ts";
import { createStarters } from "./starters.ts";
import { createStepResults } from "./step-results.ts";
import { createSystem } from "./system.ts";
import { createTellOutside } from "./tell-outside.ts";
import { createTransfers } from "./transfers.ts";
import { createUnsentChats } from "./unsent-chats.ts";
import type { KnownStores, WindowState } from "./window-state.ts";
import { createWorkFiles } from "./work-files.ts";

/** `places` are the pages that there are. */
export function createWindowState(client: AgentClient, places: readonly EnteredPlace[]): WindowState {
  const { store: notices, notify, leavePlace, dismiss: dismissNotice } = createNotices();
  const known = createAgentStores(client, notify);
  const { chat, chats, agent, providers } = known.stores;
  const place = createPlace(places.map(({ name }) => name));
  const overlay = createOverlay();
  const writing = createWriting(client, { agent, chat, notify, skills: known.stores.skills });
  const { drafts, composer, unsentChats } = writing;
  const preferences = createPreferences();
  const stage = createStage(agent, chats, unsentChats);
  const newChats = createNewChats({ client, notify, chat, unsentChats, place });
  const { newChat, newPrivateChat, firstChat, leaveRemoved, trySkill } = newChats;
  const { files, workFiles } = createFileStores(client, { agent, chat, preferences, notify });
  const knowledge = createKnowledge(client, place, notify);
  const starters = createStarters({ client, chat, composer, files, preferences, notify });
  const tellOutside = createTellOutside({ ...known.stores, client, place, notify });
  const state: WindowState = {
    ...known.stores,
    ...writing,
    place,
    overlay,
    notices,
    notify,
    dismissNotice,
    preferences,
    stage,
    newChat,
    trySkill,
    newPrivateChat,
    leaveRemoved,
    ...createFinding(client, { chat, chats, place, notify, overlay, workFiles }),
    recordings: createRecordings(client, chat),
    chatQueue: createChatQueue({ client, drafts, notify }),
    stepResults: createStepResults(client, chat, notify),
    soughtStep: createSoughtStep(),
    files,
    workFiles,
    changes: createChanges({ client, place: besideChat(chat, preferences), notify }),
    jobChanges: createChanges({ client, place: besideJob(known.stores.jobRun), notify }),
    changeComments: createChangeComments({ client, chat, notify }),
    shownFiles: createShownFiles(client),
    starters,
    tellOutside,
    laterDesktop: createLaterDesktop(client, notify),
    openFile: createOpenFile({ chat, files, place, preferences }),
    defaultFolder: createFolderChoice(client, (_path, workFolder) => agent.keepDefaults({ workFolder })),
    chatFolder: createChatFolder(client, chat),
    knowledge,
    fileVersions: createFileVersions(client, knowledge.store),
    providerRemoval: createProviderRemoval(client),
    system: createSystem(client, agent, notify),
    transfers: createTransfers(client),
    palette: createPalette({ client, agent, chat, overlay }),
    firstRun: createFirstRun({ client, agent, providers, newChat: firstChat, prepare: starters.addFirst }),
  };
  place.store.subscribe(leavePlace);
  followOverlay(state);
  followStage(state, places);
  followPage(state);
  followAsked(state);
  start(client, state, known);
  return state;
}

/** The work folder beside a chat, and what is open of it: both have the agent watch what they show. */
function createFileStores(
  client: AgentClient,
  { agent, chat, preferences, notify }: Pick<WindowState, "agent" | "chat" | "preferences" | "notify">,
) {
  const watch = createFolderWatch(client, agent);
  return {
    files: createFiles(client, { agent, chat, watch, preferences }),
    workFiles: createWorkFiles({ client, agent, chat, watch, notify }),
  };
}

/** What is looked for in chats, and the way there and back. */
function createFinding(
  client: AgentClient,
  {
    chat,
    chats,
    place,
    notify,
    overlay,
    workFiles,
  }: Pick<WindowState, "chat" | "chats" | "place" | "notify" | "overlay" | "workFiles">,
) {
  const listOver = createListOver(place);
  const chatActs = createChatActs({ client, chat, notify, overlay });
  const messageSearch = createMessageSearch(client, chat);
  const soughtMessage = createSoughtMessage({ chat, chats, place, listOver, chatActs, messageSearch, workFiles });
  return { listOver, chatActs, messageSearch, soughtMessage, find: createFind({ client, chat, place }) };
}

/** What is typed or said, kept until it is sent. */
function createWriting(
  client: AgentClient,
  { agent, chat, notify, skills }: Pick<WindowState, "agent" | "chat" | "notify" | "skills">,
) {
  const drafts = createDrafts();
  const keeper = createDraftKeeper({ client, drafts, chat });
  const unsentChats = createUnsentChats({ client, keeper, drafts, chat });
  const voice = { hear: (key: SessionKey) => recorder.hear(key), divide: divideRecording };
  const composer = createComposer({ client, agent, drafts, keeper, notify, voice, skills });
  const recorder = createRecorder({
    client,
    drafts,
    notify,
    microphone: async (ears) => (await import("./microphone.ts")).openMicrophone(ears),
    divide: divideRecording,
    insert: composer.insert,
    send: (key) => composer.send(key, "steer"),
  });
  return { drafts, keeper, unsentChats, composer, recorder };
}

/** What an address asks for behind a `?` is seldom: its code comes with the first one. */
function followAsked(state: WindowState): void {
  const look = async (): Promise<void> => {
    const { hash } = window.location;
    if (!hash.includes("?")) return;
    window.removeEventListener("hashchange", look);
    (await import("./asked-address.ts")).followAskedAddress(state, hash);
  };
  window.addEventListener("hashchange", look);
  void look();
}

/** The first run looks around as it begins; the window is where its address says from then on. */
function followStage(state: WindowState, places: readonly EnteredPlace[]): void {
  state.stage.store.subscribe(({ stage }) => {
    if (stage === "first-run") beginFirstRun(state);
    if (stage === "window") followPlaces(state, places);
  });
}

/** What is typed is brought to the agent before the page is hidden or closed; of an unsaved file the browser asks first. */
function followPage({ composer, keeper, knowledge, workFiles }: WindowState): void {
  window.addEventListener("beforeunload", (event) => {
    const kept = [knowledge.store.getState().pages, workFiles.store.getState().pages];
    if (kept.some((pages) => Object.values(pages).some(isUnsaved))) event.preventDefault();
  });
  window.addEventListener("visibilitychange", () => {
    if (document.hidden) void keeper.flush();
  });
  window.addEventListener("pagehide", () => {
    composer.leave();
    keeper.leave();
  });
}

/** What there is on this computer, and in the folder that chats would work in. */
function beginFirstRun({ firstRun, defaultFolder, agent }: WindowState): void {
  void firstRun.look();
  void defaultFolder.look(agent.store.getState().settings?.agents.defaults.workFolder ?? "");
}

/** Hears what the agent tells, and opens the chat of the address. */
function start(client: AgentClient, state: WindowState, known: KnownStores): void {
  const { place, chat, agent, keeper, unsentChats, recorder, system, knowledge, fileVersions, changes, transfers } =
    state;
  const { messageSearch, workFiles, jobChanges } = state;
  const follow = (): void => {
    const now = place.store.getState().place;
    if (now.name === "chats" && now.sessionKey !== null) void chat.open(now.sessionKey);
  };
  place.store.subscribe(follow);
  client.start({
    events(events) {
      known.events(events);
      keeper.apply(events);
      unsentChats.apply(events);
      recorder.apply(events);
      knowledge.apply(events);
      fileVersions.apply(events);
      changes.apply(events);
      jobChanges.apply(events);
      workFiles.apply(events);
      transfers.apply(events);
      messageSearch.apply(events);
      state.tellOutside.apply(events);
    },
    reset(restarted) {
      keeper.reset();
      void system.need();
      void state.tellOutside.begin();
      changes.reset();
      jobChanges.reset();
      void fileVersions.reset();
      void unsentChats.load();
      void known.reset(restarted).then(follow);
    },
    link(now) {
      agent.setLink(now);
      if (now.kind !== "up") return;
      keeper.retry();
      known.retry();
    },
  });
}
