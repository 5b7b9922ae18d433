import { dirname, join } from "node:path";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import { fail, ok } from "../../src-preload/contract/result.ts";
import { fileStamp } from "../storage/file-stamp.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { storageError } from "../storage/storage-error.ts";
import { syncFolder } from "../storage/sync-folder.ts";
import { isMissing } from "../thrown.ts";
import { text } from "../words.ts";

/** Whether something has this name; failures other than its absence are thrown. */
async function exists(files: FileSystem, path: string): Promise<boolean> {
  try {
    await files.lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Removed session files, each as `<time>-<name>`: nothing is ever deleted here. */
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
      if (!(await exists(files, path))) return ok(null);
      await files.mkdir(this.#folder, { recursive: true, mode: 0o700 });
      // A millisecond later when two are removed in one: the name tells which one is newer.
      let time = now;
      while (await exists(files, join(this.#folder, `${fileStamp(time)}-${name}`))) time += 1;
      const id = `${fileStamp(time)}-${name}`;
      await files.rename(path, join(this.#folder, id));
      await this.#syncBoth(path);
      return ok(id);
    } catch (error) {
      return fail(storageError(error, path));
    }
  }

  /** Brings the newest file of this name back; never over one that is there. */
  async takeBack(path: string, name: string): AsyncResult<void> {
    const files = this.#files;
    try {
      const newest = (await this.#namesOf(name)).at(-1);
      if (newest === undefined) return fail(contractError("not-found", text("session.notInTrash", { key: name })));
      if (await exists(files, path)) {
        return fail(contractError("conflict", text("session.restoreConflict", { path }), { path }));
      }
      await files.rename(join(this.#folder, newest), path);
      await this.#syncBoth(path);
      return ok(undefined);
    } catch (error) {
      return fail(storageError(error, path));
    }
  }

  async #namesOf(name: string): Promise<readonly string[]> {
    try {
      const names = await this.#files.readdir(this.#folder);
      return names.filter((entry) => /^\d{8}T\d{9}Z-/.test(entry) && entry.slice(20) === name).sort();
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
