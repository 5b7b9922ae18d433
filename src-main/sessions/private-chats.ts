import { join } from "node:path";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { Log } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { fileNameOf } from "../storage/session-file/file-name.ts";
import { storageError } from "../storage/storage-error.ts";
import { reasonOf } from "../thrown.ts";

/**
 * Where all that private chats write lies, a folder a chat: transcript, results, attachments, copies for undo. A folder goes
 * with its chat, all of them when Perch ends, and what a killed process left when the next one starts.
 */
export interface PrivateChats extends AsyncDisposable {
  /** Of this chat alone; made where it is not there. */
  open(key: SessionKey): Promise<string>;
  /** Where it lies, there or not. */
  folderOf(key: SessionKey): string;
  /** Nothing of the chat is left; a folder that is not there is none. */
  end(key: SessionKey): AsyncResult<void>;
}

interface PrivateChatsParts {
  readonly folder: string;
  readonly files: FileSystem;
  readonly log: Log;
}

export function createPrivateChats({ folder, files, log }: PrivateChatsParts): PrivateChats {
  const folderOf = (key: SessionKey): string => join(folder, fileNameOf(key).replace(/\.jsonl$/, ""));

  async function sweep(): Promise<void> {
    try {
      await files.rm(folder, { recursive: true, force: true });
    } catch (cause) {
      log("error", "what private chats have written is still there", { folder, reason: reasonOf(cause) });
    }
  }
  /** Of an earlier process: nothing is written before it is gone. */
  const swept = sweep();

  return {
    folderOf,
    async open(key) {
      await swept;
      const own = folderOf(key);
      await files.mkdir(own, { recursive: true, mode: 0o700 });
      return own;
    },
    async end(key) {
      await swept;
      const own = folderOf(key);
      try {
        await files.rm(own, { recursive: true, force: true });
        return ok(undefined);
      } catch (cause) {
        return fail(storageError(cause, own));
      }
    },
    async [Symbol.asyncDispose]() {
      await swept;
      await sweep();
    },
  };
}
