import { dirname, join } from "node:path";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import { fail, ok } from "../../src-preload/contract/result.ts";
import { fileStamp, timeOfStamp } from "../storage/file-stamp.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isThere } from "../storage/is-there.ts";
import { storageError } from "../storage/storage-error.ts";
import { syncFolder } from "../storage/sync-folder.ts";
import { isMissing } from "../thrown.ts";
import { text } from "../words.ts";

/** A removed chat is kept so long, in milliseconds. */
export const trashMs = 30 * 24 * 60 * 60_000;

/** A file of the trash: `<time>-<name>`. */
export interface TrashedFile {
  readonly id: string;
  /** Its name before it was removed. */
  readonly name: string;
  readonly path: string;
  readonly removedAt: number;
}

/** Null for a file that Perch did not put there. */
function fileOf(folder: string, id: string): TrashedFile | null {
  const stamp = /^\d{8}T\d{9}Z-/.exec(id);
  if (stamp === null) return null;
  const removedAt = timeOfStamp(id);
  return { id, name: id.slice(stamp[0].length), path: join(folder, id), removedAt };
}

/** Removed session files. They are deleted by the person, or by their age. */
export class Trash {
  readonly #files: FileSystem;
  readonly #folder: string;

  constructor(files: FileSystem, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  /** Moves a file here and answers its new name; null when it is not there. */
  async put(path: string, name: string, now: number): AsyncResult<string | null> {
    const files = this.#files;
    try {
      if (!(await isThere(path, files))) return ok(null);
      await files.mkdir(this.#folder, { recursive: true, mode: 0o700 });
      // A millisecond later when two are removed in one: the name tells which one is newer.
      let time = now;
      while (await isThere(join(this.#folder, `${fileStamp(time)}-${name}`), files)) time += 1;
      const id = `${fileStamp(time)}-${name}`;
      await files.rename(path, join(this.#folder, id));
      await this.#syncBoth(path);
      return ok(id);
    } catch (error) {
      return fail(storageError(error, path));
    }
  }

  /** Brings the newest file of this name back, or the one with this id; never over one that is there. */
  async takeBack(path: string, name: string, id?: string): AsyncResult<void> {
    const files = this.#files;
    try {
      const own = (await this.#all()).filter((file) => file.name === name);
      const wanted = id === undefined ? own[0] : own.find((file) => file.id === id);
      if (wanted === undefined) return fail(contractError("not-found", text("session.notInTrash", { key: name })));
      if (await isThere(path, files)) {
        return fail(contractError("conflict", text("session.restoreConflict", { path }), { path }));
      }
      await files.rename(wanted.path, path);
      await this.#syncBoth(path);
      return ok(undefined);
    } catch (error) {
      return fail(storageError(error, path));
    }
  }

  /** What lies here, what was removed last first. */
  async list(): AsyncResult<readonly TrashedFile[]> {
    try {
      return ok(await this.#all());
    } catch (error) {
      return fail(storageError(error, this.#folder));
    }
  }

  /** Deletes for ever what the caller wants gone; answers what that was. */
  async erase(isWanted: (file: TrashedFile) => boolean): AsyncResult<readonly TrashedFile[]> {
    const files = this.#files;
    try {
      const gone = (await this.#all()).filter(isWanted);
      for (const { path } of gone) await files.rm(path, { force: true });
      if (gone.length > 0) await syncFolder(files, this.#folder);
      return ok(gone);
    } catch (error) {
      return fail(storageError(error, this.#folder));
    }
  }

  async #all(): Promise<readonly TrashedFile[]> {
    try {
      const names = await this.#files.readdir(this.#folder);
      return names
        .toSorted()
        .reverse()
        .flatMap((id) => fileOf(this.#folder, id) ?? []);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async #syncBoth(path: string): Promise<void> {
    await syncFolder(this.#files, this.#folder);
    await syncFolder(this.#files, dirname(path));
  }
}
