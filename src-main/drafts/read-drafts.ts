import { join } from "node:path";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import { fileStamp } from "../storage/file-stamp.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing } from "../thrown.ts";
import {
  type DraftHead,
  draftExtension,
  draftNameOf,
  maxHeadBytes,
  parseDraft,
  parseHead,
  type StoredDraft,
} from "./draft-file.ts";

interface Places {
  readonly host: Pick<Host, "now" | "log">;
  readonly files: FileSystem;
  readonly folder: string;
  readonly backupsFolder: string;
}

/** The longest that can come of a draft in UTF-8, escaped. */
const maxDraftBytes = 32 * 1024 * 1024;

/** Reads drafts; a file that cannot be read as one is moved to the backups, so that the next one does not overwrite it. */
export function createDraftReader({ host, files, folder, backupsFolder }: Places) {
  async function setAside(name: string): Promise<void> {
    const kept = join(backupsFolder, `${fileStamp(host.now())}-${name}`);
    await files.mkdir(backupsFolder, { recursive: true, mode: 0o700 });
    await files.rename(join(folder, name), kept);
    host.log("warn", "a draft was damaged and lies in the backups now", { path: kept });
  }

  /** The first bytes of a file; null where something else has that name, or it is longer than a draft can be. */
  async function beginning(name: string, most: number): Promise<string | null> {
    const path = join(folder, name);
    const found = await files.lstat(path);
    if (!found.isFile() || found.size > maxDraftBytes) return null;
    await using handle = await files.open(path, "r");
    const bytes = Buffer.alloc(Math.min(found.size, most));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.toString("utf8", 0, bytesRead);
  }

  async function readWith<Value>(name: string, most: number, parse: (content: string, name: string) => Value | null) {
    const content = await beginning(name, most);
    const parsed = content === null ? null : parse(content, name);
    if (parsed === null) await setAside(name);
    return parsed;
  }

  return {
    async read(key: SessionKey): AsyncResult<StoredDraft | null> {
      const name = draftNameOf(key);
      try {
        return ok(await readWith(name, maxDraftBytes, parseDraft));
      } catch (cause) {
        return isMissing(cause) ? ok(null) : fail(storageError(cause, join(folder, name)));
      }
    },
    async heads(): AsyncResult<readonly DraftHead[]> {
      try {
        const names = (await files.readdir(folder)).filter((name) => name.endsWith(draftExtension));
        const heads = await Promise.all(names.map((name) => readWith(name, maxHeadBytes, parseHead)));
        return ok(heads.filter((head) => head !== null));
      } catch (cause) {
        return isMissing(cause) ? ok([]) : fail(storageError(cause, folder));
      }
    },
  };
}
