import { join } from "node:path";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import { fail, ok } from "../../src-preload/contract/result.ts";
import type { TrashedChat } from "../../src-preload/contract/session.ts";
import type { Log } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { readIndexedSession } from "../storage/session-file/session-summary.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing } from "../thrown.ts";
import { type Trash, type TrashedFile, trashMs } from "./trash.ts";

interface TrashedChatsOptions {
  readonly host: { readonly now: () => number; readonly log: Log };
  readonly files: FileSystem;
  readonly sessionsFolder: string;
  readonly attachmentsFolder: string;
}

/** The files of the trash as chats: what they were called, and what goes with them for ever. */
export class TrashedChats {
  readonly #trash: Trash;
  readonly #options: TrashedChatsOptions;

  constructor(trash: Trash, options: TrashedChatsOptions) {
    this.#trash = trash;
    this.#options = options;
  }

  async list(limit: number): AsyncResult<readonly TrashedChat[]> {
    const listed = await this.#trash.list();
    if (!listed.ok) return listed;
    const chats: TrashedChat[] = [];
    for (const file of listed.value.slice(0, limit)) {
      const chat = await this.#read(file);
      if (chat !== null) chats.push(chat);
    }
    return ok(chats);
  }

  async erase(isWanted: (file: TrashedFile) => boolean): AsyncResult<number> {
    const erased = await this.#trash.erase(isWanted);
    if (!erased.ok) return erased;
    const left = await this.#trash.list();
    if (!left.ok) return left;
    try {
      for (const name of new Set(erased.value.map((file) => file.name))) {
        if (!left.value.some((file) => file.name === name)) await this.#eraseAttachments(name);
      }
      return ok(erased.value.length);
    } catch (error) {
      return fail(storageError(error, this.#options.attachmentsFolder));
    }
  }

  /** A chat that begins anew under the same key keeps them. */
  async #eraseAttachments(name: string): Promise<void> {
    const { files, sessionsFolder, attachmentsFolder } = this.#options;
    try {
      await files.lstat(join(sessionsFolder, name));
    } catch (error) {
      if (!isMissing(error)) throw error;
      await files.rm(join(attachmentsFolder, name.replace(/\.jsonl$/, "")), { recursive: true, force: true });
    }
  }

  /** Null for what is no chat, or cannot be read. */
  async #read({ id, name, path, removedAt }: TrashedFile): Promise<TrashedChat | null> {
    const { files, host } = this.#options;
    const goneAt = removedAt + trashMs;
    try {
      const row = await readIndexedSession(files, { path, name }, { log: host.log, now: host.now() });
      if (row === null) return null;
      const { key, title, preview } = row.summary;
      return { trashId: id, key, title, preview, removedAt, goneAt };
    } catch (error) {
      host.log("warn", "a chat of the trash could not be read", { path, error: String(error) });
      return null;
    }
  }
}
