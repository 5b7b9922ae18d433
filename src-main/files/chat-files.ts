import type { WorkFile } from "../../src-preload/contract/files.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Media } from "../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { FilePreview, FolderListing, ResultPage } from "../../src-preload/contract/window.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { Host } from "../host.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { Access, PathContext } from "../policy/path-guard.ts";
import { type AttachedContents, attachFile } from "./attach-file.ts";
import { createChatWatches } from "./chat-watches.ts";
import { findPaths, type ListFiles } from "./find-paths.ts";
import { createGitStates, type GitStateNeeds } from "./git-states.ts";
import { type AskedFolder, listFolder } from "./list-folder.ts";
import { openFile } from "./open-file.ts";
import { type FileContents, previewFile } from "./preview-file.ts";
import { resultPage } from "./result-page.ts";
import { type SaveDependencies, type SavedText, saveFile } from "./save-file.ts";
import { showFile } from "./show-file.ts";
import type { WatchEntries } from "./watch-entries.ts";

export interface ChatFilesOptions {
  readonly host: Host;
  readonly guard: PathGuard;
  readonly events: EventBus;
  readonly contents: FileContents & AttachedContents;
  readonly editing: Pick<
    SaveDependencies,
    "readExisting" | "encodeChange" | "replaceFile" | "locks" | "saves" | "childEnv"
  >;
  readonly listFiles: ListFiles;
  readonly watchEntries: WatchEntries;
  readonly gitStatus: GitStateNeeds["gitStatus"];
  /** Where a chat works: its work folder is the only root. */
  readonly workPlace: (key: SessionKey, access?: Access) => AsyncResult<PathContext>;
  /** What was attached to a chat and nothing else; `not-found` where there is nothing. */
  readonly attachedPlace: (key: SessionKey) => AsyncResult<PathContext>;
  /** Where what is attached to a chat is kept. */
  readonly keepingPlace: (key: SessionKey) => AsyncResult<PathContext>;
  readonly resultsPlace: (key: SessionKey) => AsyncResult<PathContext>;
}

/** What the window sees of the files of a chat. Nothing outside the named folder is read, listed or written. */
export interface ChatFiles extends AsyncDisposable {
  list(key: SessionKey, asked: AskedFolder): AsyncResult<FolderListing>;
  read(key: SessionKey, path: string): AsyncResult<FilePreview>;
  /** To be edited, or only shown where it cannot be. */
  openToEdit(key: SessionKey, path: string): AsyncResult<WorkFile>;
  save(key: SessionKey, saved: SavedText): AsyncResult<WorkFile>;
  /** The same for what a message shows: also what was attached to the chat or brought by its tools, and nothing secret. */
  show(key: SessionKey, path: string): AsyncResult<FilePreview>;
  find(key: SessionKey, query: { readonly words: string; readonly limit: number }): AsyncResult<readonly string[]>;
  /** Watches these folders of the work folder, and nothing below them, until the answer is disposed. */
  watch(key: SessionKey, folders: readonly string[]): AsyncResult<Disposable>;
  attach(key: SessionKey, name: string, bytes: Buffer): AsyncResult<Media>;
  result(
    key: SessionKey,
    asked: { readonly path: string; readonly from: number; readonly lines: number },
  ): AsyncResult<ResultPage>;
}

export function createChatFiles(options: ChatFilesOptions): ChatFiles {
  const { host, guard, contents, workPlace } = options;
  const deps = { guard, contents, clock: host };
  const editing: SaveDependencies = { ...deps, ...options.editing, log: host.log };
  const { events, watchEntries } = options;
  const changed = (sessionKey: SessionKey): void =>
    events.publish({ topic: "files", type: "files-changed", sessionKey, folders: [] });
  const git = createGitStates({ clock: host, log: host.log, gitStatus: options.gitStatus, changed });
  const asked = (key: SessionKey, folder: string): void => git.refresh(folder, key);
  const watches = createChatWatches({ clock: host, log: host.log, events, guard, watchEntries, changed: asked });

  async function inWork<Value>(
    key: SessionKey,
    work: (place: PathContext) => AsyncResult<Value>,
    access: Access = "read",
  ): AsyncResult<Value> {
    const place = await workPlace(key, access);
    return place.ok ? work(place.value) : place;
  }

  return {
    list: (key, folder) =>
      inWork(key, (place) => listFolder(folder, place, { guard, marks: git.known(place.workFolder) })),
    read: (key, path) => inWork(key, (place) => previewFile(path, place, deps)),
    openToEdit: (key, path) => inWork(key, (place) => openFile(path, place, editing), "write"),
    save: (key, saved) => inWork(key, (place) => saveFile(saved, place, editing), "write"),
    show: (key, path) =>
      showFile(
        path,
        { work: () => workPlace(key), kept: [() => options.attachedPlace(key), () => options.resultsPlace(key)] },
        deps,
      ),
    find: (key, query) => inWork(key, (place) => findPaths(query, place, guard, options.listFiles)),
    watch: (key, folders) =>
      inWork(key, async (place) => {
        asked(key, place.workFolder);
        return ok(await watches.open(key, place, folders));
      }),
    async attach(sessionKey, name, bytes) {
      const known = await workPlace(sessionKey);
      if (!known.ok) return known;
      const place = await options.keepingPlace(sessionKey);
      if (!place.ok) return place;
      return attachFile({ sessionKey, id: host.createId(), name, bytes }, place.value, guard, contents);
    },
    async result(key, asked) {
      const place = await options.resultsPlace(key);
      return place.ok ? resultPage(asked, place.value, guard) : place;
    },
    async [Symbol.asyncDispose]() {
      watches[Symbol.dispose]();
      await git[Symbol.asyncDispose]();
    },
  };
}
