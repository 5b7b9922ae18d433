import { join } from "node:path";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../../src-preload/contract/result.ts";
import { maxImportBytes } from "../../../src-preload/contract/transfer.ts";
import type { Clock } from "../../host.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { storageError } from "../../storage/storage-error.ts";
import { isMissing } from "../../thrown.ts";
import { text } from "../../words.ts";

/** So many files are held at once; the oldest that nothing is done with leaves for another one. */
const mostHeld = 3;
/** What nobody asks for any more is forgotten after this. */
const heldMs = 60 * 60_000;

interface HeldFile {
  readonly path: string;
  size: number;
  timer: Disposable;
}

/** Files that are handed over in pieces, each until it is dropped. */
export interface ImportFiles extends AsyncDisposable {
  /** Bytes that are there by now. */
  bring(id: string, offset: number, bytes: Buffer): AsyncResult<number>;
  /** Where it lies; `not-found` where it is not there, or no longer. */
  pathOf(id: string): AsyncResult<string>;
  drop(id: string): Promise<void>;
}

export interface ImportFilesParts {
  readonly files: FileSystem;
  readonly clock: Pick<Clock, "setTimer">;
  /** A folder of its own. */
  readonly folder: string;
  readonly isBusy: (id: string) => boolean;
  readonly onUnremoved: (path: string, cause: unknown) => void;
}

/** What a process that was killed left in the folder goes first. */
export function createImportFiles({ files, clock, folder, isBusy, onUnremoved }: ImportFilesParts): ImportFiles {
  const held = new Map<string, HeldFile>();
  const ready = remove(folder).then(() => files.mkdir(folder, { recursive: true, mode: 0o700 }));
  // Whoever needs the folder hears of it.
  ready.catch(() => undefined);

  async function remove(path: string): Promise<void> {
    try {
      await files.rm(path, { force: true, recursive: true });
    } catch (cause) {
      if (!isMissing(cause)) onUnremoved(path, cause);
    }
  }

  async function drop(id: string): Promise<void> {
    const file = held.get(id);
    if (file === undefined) return;
    held.delete(id);
    file.timer[Symbol.dispose]();
    await remove(file.path);
  }

  function forgetLater(id: string): Disposable {
    return clock.setTimer(heldMs, () => void (isBusy(id) ? stay(id) : drop(id)));
  }

  function stay(id: string): void {
    const file = held.get(id);
    if (file === undefined) return;
    file.timer[Symbol.dispose]();
    file.timer = forgetLater(id);
  }

  async function begin(id: string): Promise<HeldFile> {
    await drop(id);
    const oldest = [...held.keys()].find((other) => !isBusy(other));
    if (held.size >= mostHeld && oldest !== undefined) await drop(oldest);
    const file = { path: join(folder, id), size: 0, timer: forgetLater(id) };
    held.set(id, file);
    return file;
  }

  async function write(file: HeldFile, offset: number, bytes: Buffer): Promise<void> {
    await using handle = await files.open(file.path, offset === 0 ? "w" : "r+", 0o600);
    await handle.write(bytes, 0, bytes.length, offset);
  }

  return {
    async bring(id, offset, bytes) {
      if (isBusy(id)) return fail(contractError("busy", text("import.busy")));
      if (offset + bytes.length > maxImportBytes) {
        await drop(id);
        return fail(contractError("too-large", text("import.tooLarge", { most: maxImportBytes / 1024 / 1024 })));
      }
      try {
        await ready;
        const file = offset === 0 ? await begin(id) : held.get(id);
        if (file === undefined || file.size !== offset) return fail(contractError("conflict", text("import.over")));
        file.size = offset + bytes.length;
        await write(file, offset, bytes);
        stay(id);
        return ok(file.size);
      } catch (cause) {
        await drop(id);
        return fail(storageError(cause, folder));
      }
    },
    async pathOf(id) {
      const file = held.get(id);
      if (file === undefined) return fail(contractError("not-found", text("import.over")));
      stay(id);
      return ok(file.path);
    },
    drop,
    async [Symbol.asyncDispose]() {
      for (const id of held.keys()) await drop(id);
      await remove(folder);
    },
  };
}
