import { createStore, type StoreApi } from "zustand/vanilla";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type FilePreview, folderPage, maxFolderEntries } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Agent } from "./agent.ts";
import { createCrossing } from "./crossing.ts";
import { createFileFinder } from "./file-finder.ts";
import { limitOf, rootPath, type ShownTree } from "./file-tree.ts";
import { createFolderReader } from "./folder-reader.ts";
import type { FolderWatch } from "./folder-watch.ts";
import { type Load, loaded } from "./load.ts";
import type { OpenChat } from "./open-chat.ts";

export interface FilesState extends ShownTree {
  /** The chat whose work folder is shown; null while none is. */
  readonly key: SessionKey | null;
  /** The file that is looked at. */
  readonly chosen: ChosenFile | null;
}

/** Of a file: what the chat changed in it last, or all of it. */
export type FileSide = "change" | "file";

interface ChosenFile {
  readonly path: string;
  readonly shown: Load<{ readonly preview: FilePreview }>;
  /** Where the chat did not change it, it is shown all the same. */
  readonly side: FileSide;
}

/** What tells which work folder is shown, and when it is to be read again. */
interface Inspected {
  readonly agent: Agent;
  readonly chat: OpenChat;
  readonly watch: FolderWatch;
  /** Of the preferences: whether the inspector is shown, and what of it. */
  readonly preferences: Pick<
    StoreApi<{ readonly inspector: boolean; readonly inspectorTab: string }>,
    "getState" | "subscribe"
  >;
}

/** The agent takes no more of them. */
const maxWords = 200;
/** So many files with the words are looked for in folders that are not open. */
const mostFound = 100;
const nothing: FilesState = {
  key: null,
  chosen: null,
  tree: { kind: "loading" },
  opened: new Set([rootPath]),
  limits: {},
  words: "",
};

/** The work folder of the open chat: read as it is opened, and watched while the inspector shows it. */
export function createFiles(client: AgentClient, inspected: Inspected) {
  const store = createStore<FilesState>(() => nothing);
  const folders = createFolderReader(client, store);
  const previewing = createCrossing();
  const finder = createFileFinder(client, mostFound);

  function find(): void {
    const { key, words } = store.getState();
    if (key === null || words.trim() === "") finder.clear();
    else void finder.find(key, words.trim());
  }

  async function preview(): Promise<void> {
    const { key, chosen } = store.getState();
    if (key === null || chosen === null) return;
    const came = await previewing.ask(() => client.request("file.read", { sessionKey: key, path: chosen.path }));
    if (came === null) return;
    const { side } = store.getState().chosen ?? chosen;
    store.setState({ chosen: { ...chosen, side, shown: loaded(came.answer, (read) => ({ preview: read })) } });
  }

  /** The opened folders are watched, and no others. */
  function look(): void {
    const { key, opened } = store.getState();
    inspected.watch.look("tree", key === null ? null : { key, folders: [...opened] });
  }

  function begin(key: SessionKey | null): void {
    folders.drop();
    previewing.drop();
    finder.clear();
    store.setState({ ...nothing, key });
    look();
  }

  function read(): void {
    look();
    folders.readAll();
    find();
    void preview();
  }

  return {
    store,
    /** Files of the whole folder whose path fits the words. */
    found: finder.store,
    /** Shows what the inspector wants while the chats are shown; returns its end. */
    show: () => followInspector(inspected, { begin, read }),
    toggle(path: string): void {
      const opened = new Set(store.getState().opened);
      const isClosed = opened.delete(path);
      if (!isClosed) opened.add(path);
      store.setState({ opened });
      look();
      if (!isClosed) folders.readFolder(path);
    },
    showMoreOf(path: string): void {
      const { limits } = store.getState();
      const limit = Math.min(limitOf({ limits }, path) + folderPage, maxFolderEntries);
      store.setState({ limits: { ...limits, [path]: limit } });
      folders.readFolder(path);
    },
    search(typed: string): void {
      store.setState({ words: typed.slice(0, maxWords) });
      folders.search();
      find();
    },
    choose(path: string, side: FileSide = "file"): void {
      const { chosen } = store.getState();
      const isKnown = chosen?.path === path;
      store.setState({ chosen: isKnown ? { ...chosen, side } : { path, shown: { kind: "loading" }, side } });
      if (!isKnown) void preview();
    },
  };
}

export type Files = ReturnType<typeof createFiles>;

interface Reading {
  /** Another work folder is shown; null for none. */
  begin(key: SessionKey | null): void;
  /** It may be another one than was read. */
  read(): void;
}

/** The chat whose work folder the inspector shows. */
function inspectedChat({ chat, preferences }: Inspected): SessionKey | null {
  const { inspector, inspectorTab } = preferences.getState();
  const open = chat.store.getState();
  return inspector && inspectorTab === "files" && open.kind === "open" ? open.key : null;
}

function followInspector(inspected: Inspected, { begin, read }: Reading): () => void {
  const { agent, chat, preferences } = inspected;
  let shown: SessionKey | null = null;
  /** The line that was asked to watch, and the changes in the folder that are in what was read. */
  let seen = { line: 0, changes: 0 };
  const follow = (): void => {
    const key = inspectedChat(inspected);
    const open = chat.store.getState();
    const now = { line: agent.store.getState().line, changes: open.kind === "open" ? open.view.filesChanged : 0 };
    const isRead = key === shown && now.line === seen.line && now.changes === seen.changes;
    if (key !== shown) begin(key);
    shown = key;
    if (key === null || now.line === 0 || isRead) return;
    seen = now;
    read();
  };
  follow();
  const stops = [preferences, chat.store, agent.store].map((store) => store.subscribe(follow));
  return () => {
    for (const stop of stops) stop();
    begin(null);
  };
}
