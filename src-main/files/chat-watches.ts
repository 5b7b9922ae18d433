import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { Log } from "../host.ts";
import { parentPath } from "./relative-path.ts";
import type { FolderWatch, WatchFolder } from "./watch-folder.ts";

/** Levels of folders whose changes are seen. */
const depth = 4;
/** More folders at once are told as the work folder itself. */
const maxFolders = 200;
const ignored: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** One watched work folder. Disposing lets it go at once; the end of it is awaited by `ChatWatches`. */
export interface ChatWatch extends Disposable {
  readonly ready: Promise<void>;
}

/** Tells changes in work folders as events, for as long as somebody looks. */
export interface ChatWatches extends AsyncDisposable {
  open(sessionKey: SessionKey, folder: string): ChatWatch;
}

export function createChatWatches(watchFolder: WatchFolder, events: EventBus, log: Log): ChatWatches {
  const open = new Set<FolderWatch>();
  const ending = new Set<Promise<void>>();
  let isOver = false;

  async function end(watch: FolderWatch): Promise<void> {
    try {
      await watch[Symbol.asyncDispose]();
    } catch (cause) {
      log("warn", "a watch did not end well", { reason: String(cause) });
    }
  }

  function letGo(watch: FolderWatch): void {
    if (!open.delete(watch)) return;
    const ended = end(watch).finally(() => ending.delete(ended));
    ending.add(ended);
  }

  return {
    open(sessionKey, folder) {
      const watch = watchFolder({
        folder,
        depth,
        ignores: (path) => path.split("/").some((name) => ignored.has(name)),
        onChange(paths) {
          const folders = [...new Set(paths.map(parentPath))];
          const told = folders.length > maxFolders ? [""] : folders;
          events.publish({ topic: "files", type: "files-changed", sessionKey, folders: told });
        },
      });
      open.add(watch);
      if (isOver) letGo(watch);
      return { ready: watch.ready, [Symbol.dispose]: () => letGo(watch) };
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      for (const watch of open) letGo(watch);
      await Promise.all(ending);
    },
  };
}
