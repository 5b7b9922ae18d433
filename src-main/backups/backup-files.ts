import { join } from "node:path";
import type { BackupReason, BackupRow, BrokenBackup } from "../../src-preload/contract/backups.ts";
import type { Log } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing, systemCodeOf } from "../thrown.ts";
import type { BackupSummary } from "./manifest.ts";
import { BackupRefused, readSummary } from "./open-backup.ts";

/** The newest first. */
export interface ListedBackups {
  readonly backups: readonly BackupRow[];
  readonly broken: readonly BrokenBackup[];
}

interface BackupFilesParts {
  /** Other things lie there too: what was moved aside. */
  readonly folder: string;
  readonly files: FileSystem;
  readonly log: Log;
}

/** A backup that is being written ends so; nothing else does. */
const unfinished = ".zip.part";

/** How many are kept, the newest; those that the person asked for stay until the person takes them away. */
const mostKept: Readonly<Record<BackupReason, number>> = { daily: 14, update: 5, restore: 5, manual: Infinity };

/** The files of the backups: their names, what is known of each, and which go. */
export function createBackupFiles({ folder, files, log }: BackupFilesParts) {
  const pathOf = (id: string): string => join(folder, `${id}.zip`);

  async function namesIn(): Promise<readonly string[]> {
    try {
      return await files.readdir(folder);
    } catch (cause) {
      if (isMissing(cause)) return [];
      throw cause;
    }
  }

  async function list(): Promise<ListedBackups> {
    const backups: BackupRow[] = [];
    const broken: BrokenBackup[] = [];
    for (const name of await namesIn()) {
      if (!name.endsWith(".zip")) continue;
      const id = name.slice(0, -".zip".length);
      try {
        const { size } = await files.stat(pathOf(id));
        backups.push(rowOf(id, size, await readSummary(pathOf(id))));
      } catch (cause) {
        if (isMissing(cause)) continue;
        const reason = cause instanceof BackupRefused ? cause.message : storageError(cause, pathOf(id)).message;
        broken.push({ id, reason });
      }
    }
    return { backups: backups.toSorted((a, b) => b.at - a.at || b.id.localeCompare(a.id)), broken };
  }

  return {
    pathOf,
    list,
    /** A name that no backup has, with the path to write to until it is whole. */
    async newName(at: number, reason: BackupReason): Promise<{ readonly id: string; readonly part: string }> {
      await files.mkdir(folder, { recursive: true, mode: 0o700 });
      const moment = new Date(at).toISOString().slice(0, 19).replaceAll(":", "-");
      const names = new Set(await namesIn());
      for (let number = 1; ; number += 1) {
        const id = `perch-${moment}-${reason}${number === 1 ? "" : `-${number}`}`;
        if (!names.has(`${id}.zip`)) return { id, part: join(folder, `${id}${unfinished}`) };
      }
    },
    /** Who gave it up has a failure to tell, and is not held up by another one. */
    async removeHalf(path: string): Promise<void> {
      try {
        await files.rm(path, { force: true });
      } catch (cause) {
        log("warn", "a half-written backup was not removed", { path, cause: String(cause) });
      }
    },
    /** What a process that was killed left half written. */
    async sweep(): Promise<void> {
      for (const name of await namesIn()) {
        if (name.startsWith("perch-") && name.endsWith(unfinished)) await files.rm(join(folder, name), { force: true });
      }
    },
    /** Takes away the oldest where there are more of a kind than are kept. */
    async prune(): Promise<void> {
      const { backups } = await list();
      const seen = new Map<BackupReason, number>();
      for (const { id, reason } of backups) {
        const number = (seen.get(reason) ?? 0) + 1;
        seen.set(reason, number);
        // Another program may have given it a name of its own: then somebody wants it.
        if (number <= mostKept[reason] || !id.startsWith("perch-")) continue;
        try {
          await files.unlink(pathOf(id));
        } catch (cause) {
          log("warn", "an old backup could not be removed", { id, cause: systemCodeOf(cause) ?? String(cause) });
        }
      }
    },
  };
}

export type BackupFiles = ReturnType<typeof createBackupFiles>;

export function rowOf(id: string, bytes: number, { at, reason, version, counts }: BackupSummary): BackupRow {
  return { id, at, bytes, reason, version, counts };
}
