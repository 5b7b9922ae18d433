import { createStore, type StoreApi } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { WorkFile } from "../../src-preload/contract/files.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isSessionKey } from "../../src-preload/contract/session-key.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Agent } from "./agent.ts";
import {
  createEditedFiles,
  createPages,
  type EditedFiles,
  type EditorPages,
  type FileSource,
  isUnsaved,
} from "./edited-files.ts";
import { type ChatTabs, folderOf, noTabs, pageName, withoutTab, withTab } from "./file-tabs.ts";
import type { FolderWatch } from "./folder-watch.ts";
import { createDiskFollower } from "./follow-disk.ts";
import { mergeTexts } from "./merge-texts.ts";
import type { Notify } from "./notices.ts";
import type { OpenChat } from "./open-chat.ts";

export interface WorkFilesState extends EditedFiles<WorkFile> {
  readonly tabs: Readonly<Record<SessionKey, ChatTabs>>;
  /** The tab that is to be closed with words that are not saved: the person is asked. */
  readonly closing: { readonly key: SessionKey; readonly path: string } | null;
  /** The pages of which the saved text is shown beside what is typed. */
  readonly compared: ReadonlySet<string>;
}

interface Needed {
  readonly client: AgentClient;
  readonly agent: Agent;
  readonly chat: OpenChat;
  readonly watch: FolderWatch;
  readonly notify: Notify;
}

function sourceOf(client: AgentClient): FileSource<WorkFile> {
  const taken = (name: string) => {
    const at = name.indexOf("\n");
    const sessionKey = name.slice(0, at);
    if (!isSessionKey(sessionKey)) throw new Error(`${sessionKey} is no key of a chat`);
    return { sessionKey, path: name.slice(at + 1) };
  };
  return {
    read: (name) => client.request("file.open", taken(name)),
    save: (name, text, base) => client.request("file.save", { ...taken(name), text, base }),
  };
}

type TabParts = Pick<Needed, "agent" | "chat" | "watch"> & {
  readonly store: StoreApi<WorkFilesState>;
  readonly pages: EditorPages<WorkFile>;
  readonly followDisk: (name: string) => Promise<void>;
};

/** The tabs of each chat, and what has the disk watched for those of the open one. */
function createTabs({ agent, chat, watch, store, pages, followDisk }: TabParts) {
  const tabsOf = (key: SessionKey): ChatTabs => store.getState().tabs[key] ?? noTabs;

  function look(): void {
    const open = chat.store.getState();
    const key = open.kind === "none" ? null : open.key;
    const { paths } = key === null ? noTabs : tabsOf(key);
    watch.look("tabs", key === null || paths.length === 0 ? null : { key, folders: paths.map(folderOf) });
  }

  function set(key: SessionKey, tabs: ChatTabs): void {
    store.setState((state) => ({ tabs: { ...state.tabs, [key]: tabs } }));
    look();
  }

  function setCompared(name: string, isCompared: boolean): void {
    const compared = new Set(store.getState().compared);
    if (isCompared) compared.add(name);
    else compared.delete(name);
    store.setState({ compared });
  }

  function followAll(key: SessionKey, folders: readonly string[]): void {
    // Without a folder it may be any of them.
    const isMeant = (path: string): boolean => folders.length === 0 || folders.includes(folderOf(path));
    for (const path of tabsOf(key).paths.filter(isMeant)) void followDisk(pageName(key, path));
  }

  let seen: { readonly key: SessionKey | null; readonly line: number } = { key: null, line: 0 };
  function follow(): void {
    const open = chat.store.getState();
    const now = { key: open.kind === "none" ? null : open.key, line: agent.store.getState().line };
    if (now.key === seen.key && now.line === seen.line) return;
    seen = now;
    look();
    // What happened while nobody watched.
    if (now.key !== null && now.line > 0) followAll(now.key, []);
  }
  chat.store.subscribe(follow);
  agent.store.subscribe(follow);

  return {
    of: tabsOf,
    set,
    setCompared,
    followAll,
    close(key: SessionKey, path: string): void {
      pages.drop(pageName(key, path));
      setCompared(pageName(key, path), false);
      store.setState({ closing: null });
      set(key, withoutTab(tabsOf(key), path));
    },
  };
}

/** Files of the work folders that are open in tabs: what is typed in them stays until it is saved or thrown away. */
export function createWorkFiles({ client, notify, ...looked }: Needed) {
  const store = createStore<WorkFilesState>(() => ({ pages: {}, tabs: {}, closing: null, compared: new Set() }));
  const source = sourceOf(client);
  const pages = createPages<WorkFile, WorkFilesState>(source, store);
  const edited = createEditedFiles(pages, source, notify);
  const tabs = createTabs({ ...looked, store, pages, followDisk: createDiskFollower(pages, source) });
  const { write, save, keepMine } = edited;

  return {
    store,
    write,
    save,
    keepMine,
    again: pages.read,
    compare: tabs.setCompared,
    ...createConflictActs(pages, tabs, edited.takeTheirs),
    ...createClosing(store, tabs, save),
    /** The chat's own view is shown where `path` is null. */
    show: (key: SessionKey, path: string | null): void => tabs.set(key, { ...tabs.of(key), shown: path }),
    /** The chat comes forward, where a file lies over it. */
    showChat(key: SessionKey): void {
      if (tabs.of(key).shown !== null) tabs.set(key, { ...tabs.of(key), shown: null });
    },
    /** Opens a file in a tab, or goes to the one that it has. */
    open(key: SessionKey, path: string): void {
      tabs.set(key, withTab(tabs.of(key), path));
      const name = pageName(key, path);
      const page = store.getState().pages[name];
      if (page === undefined || page.kind === "failed") void pages.read(name);
    },
    apply(events: readonly PerchEvent[]): void {
      for (const event of events) if (event.type === "files-changed") tabs.followAll(event.sessionKey, event.folders);
    },
  };
}

type Tabs = ReturnType<typeof createTabs>;

/** Closing asks first where something is not saved. */
function createClosing(store: StoreApi<WorkFilesState>, tabs: Tabs, save: (name: string) => Promise<void>) {
  return {
    close(key: SessionKey, path: string): void {
      const page = store.getState().pages[pageName(key, path)];
      if (page !== undefined && isUnsaved(page)) store.setState({ closing: { key, path } });
      else tabs.close(key, path);
    },
    stay: (): void => store.setState({ closing: null }),
    discard: tabs.close,
    /** Stays open where it could not be saved. */
    async saveAndClose(key: SessionKey, path: string): Promise<void> {
      const name = pageName(key, path);
      store.setState({ closing: null });
      await save(name);
      const page = store.getState().pages[name];
      if (page?.kind === "ready" && !isUnsaved(page) && page.conflict === null) tabs.close(key, path);
    },
  };
}

/** The ways on where the disk has another one than was edited. */
function createConflictActs(pages: EditorPages<WorkFile>, tabs: Tabs, takeTheirs: (name: string) => void) {
  return {
    /** What the disk has takes the place of what was typed; a file that is gone is closed. */
    takeTheirs(key: SessionKey, path: string): void {
      const name = pageName(key, path);
      const edited = pages.editedFile(name);
      if (edited?.conflict?.version === null) tabs.close(key, path);
      else if (edited !== null) {
        takeTheirs(name);
        pages.edit(name, { revision: edited.revision + 1 });
      }
    },
    /** Both changes in one text, not saved yet; answers whether they could be put together. */
    async takeBoth(name: string): Promise<boolean> {
      const edited = pages.editedFile(name);
      if (edited === null || edited.conflict === null || edited.conflict.version === null) return false;
      const { file, words, conflict, revision } = edited;
      const { text, version } = conflict;
      const merged = await mergeTexts(file.text, words, text);
      const now = pages.editedFile(name);
      // Typed or changed on while they were put together.
      if (merged === null || version === null || now?.words !== words || now.conflict !== conflict) return false;
      pages.edit(name, { file: { ...file, text, version }, words: merged, conflict: null, revision: revision + 1 });
      tabs.setCompared(name, true);
      return true;
    },
  };
}

export type WorkFiles = ReturnType<typeof createWorkFiles>;
