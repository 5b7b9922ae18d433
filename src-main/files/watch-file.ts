import { basename, dirname } from "node:path";
import type { Log } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isMissing } from "../thrown.ts";
import type { FolderWatch, WatchFolder } from "./watch-folder.ts";

export interface FileWatch extends AsyncDisposable {
  /** Begins to watch; once, however often it is called. */
  begin(): void;
}

interface WatchedFile {
  readonly path: string;
  readonly files: Pick<FileSystem, "realpath">;
  readonly log: Log;
  readonly watchFolder: WatchFolder;
  /** It may have changed: also once when the watch begins, for what came before. */
  readonly onChange: () => void;
}

/** Watches one file where it is and, if that is a link, where it leads. Nothing is loaded before it begins. */
export function createFileWatch({ path, files, log, watchFolder, onChange }: WatchedFile): FileWatch {
  let beginning: Promise<void> | null = null;
  let watches: readonly FolderWatch[] = [];
  let isOver = false;

  async function realPath(): Promise<string> {
    try {
      return await files.realpath(path);
    } catch (cause) {
      if (!isMissing(cause)) log("warn", "a file cannot be watched where it leads", { path, reason: String(cause) });
      return path;
    }
  }

  async function begin(): Promise<void> {
    const places = new Set([path, await realPath()]);
    if (isOver) return;
    watches = [...places].map((place) =>
      watchFolder({ folder: dirname(place), depth: 0, ignores: (name) => name !== basename(place), onChange }),
    );
    await Promise.all(watches.map(({ ready }) => ready));
    if (!isOver) onChange();
  }

  return {
    begin() {
      beginning ??= begin().catch((cause: unknown) =>
        log("warn", "a file cannot be watched", { path, reason: String(cause) }),
      );
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      await Promise.all(watches.map((watch) => watch[Symbol.asyncDispose]()));
      await beginning;
    },
  };
}
