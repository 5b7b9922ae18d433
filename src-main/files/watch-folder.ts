import { relative, sep } from "node:path";
import type { Clock, Log } from "../host.ts";

export interface FolderWatch extends AsyncDisposable {
  /** Resolves when changes are seen from now on, or when the watch was let go before. */
  readonly ready: Promise<void>;
}

interface WatchRequest {
  /** Absolute, without links. */
  readonly folder: string;
  /** Folders below it: 0 is the folder alone. */
  readonly depth: number;
  /** Of a relative path with `/`; what lies below an ignored folder is ignored too. */
  readonly ignores: (path: string) => boolean;
  /** Relative paths, each once. */
  readonly onChange: (paths: readonly string[]) => void;
}

export type WatchFolder = (request: WatchRequest) => FolderWatch;

/** Changes are told at most once in this time. */
export const quietMs = 100;

/** Watches folders with few questions: the library is loaded with the first watch, changes are told in bundles. */
export function createFolderWatcher(clock: Clock, log: Log): WatchFolder {
  return ({ folder, depth, ignores, onChange }) => {
    const changed = new Set<string>();
    const over = Promise.withResolvers<void>();
    let timer: Disposable | null = null;
    let isOver = false;

    const pathOf = (path: string): string => relative(folder, path).split(sep).join("/");

    function tell(): void {
      timer = null;
      const paths = [...changed];
      changed.clear();
      onChange(paths);
    }

    function note(path: string): void {
      if (isOver) return;
      changed.add(pathOf(path));
      timer ??= clock.setTimer(quietMs, tell);
    }

    async function open() {
      const { watch } = await import("chokidar");
      if (isOver) return null;
      const watcher = watch(folder, {
        depth,
        ignoreInitial: true,
        followSymlinks: false,
        ignorePermissionErrors: true,
        ignored: (path) => path !== folder && ignores(pathOf(path)),
      });
      watcher.on("all", (_event, path) => note(path));
      watcher.on("error", (error) =>
        log("warn", "a folder cannot be watched wholly", { folder, reason: String(error) }),
      );
      const ready = new Promise<void>((resolve) => void watcher.once("ready", resolve));
      return { watcher, ready };
    }

    const opening = open();
    return {
      ready: Promise.race([over.promise, opening.then((opened) => opened?.ready)]),
      async [Symbol.asyncDispose]() {
        isOver = true;
        timer?.[Symbol.dispose]();
        timer = null;
        over.resolve();
        await (await opening)?.watcher.close();
      },
    };
  };
}
