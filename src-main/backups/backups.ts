import type { BackupReason, BackupRow, BackupWork } from "../../src-preload/contract/backups.ts";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { Clock, Log } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { storageError } from "../storage/storage-error.ts";
import { syncFolder } from "../storage/sync-folder.ts";
import { text } from "../words.ts";
import { type BackupFiles, createBackupFiles, type ListedBackups, rowOf } from "./backup-files.ts";
import { OneWork, type OpenWork } from "./one-work.ts";
import { BackupRefused, readSummary } from "./open-backup.ts";
import { walkHome } from "./walk-home.ts";
import { writeBackup } from "./write-backup.ts";

export interface BackupsParts {
  readonly home: string;
  /** Where they lie. */
  readonly folder: string;
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  readonly redact: (text: string) => string;
  readonly onWork: (work: BackupWork | null) => void;
  readonly onChanged: () => void;
}

export interface Backups extends AsyncDisposable {
  readonly files: BackupFiles;
  readonly work: OneWork;
  list(): AsyncResult<ListedBackups>;
  /**
   * `busy` while another work is on; `cancelled` where it was stopped; else what the disk says. Nothing half is left. `at`: the
   * work that it is a part of.
   */
  make(reason: BackupReason, at?: OpenWork): AsyncResult<BackupRow>;
  /** Whether anything of the home was changed since its newest backup. */
  isNewer(): AsyncResult<boolean>;
}

/** The backups of a home. What a process that was killed left half written goes first. */
export function createBackups(parts: BackupsParts): Backups {
  const { home, folder, files, clock, log } = parts;
  const kept = createBackupFiles(parts);
  const work = new OneWork(clock, parts.onWork);
  const swept = kept.sweep().catch((cause: unknown) => {
    log("warn", "half-written backups were not removed", { cause: String(cause) });
  });

  async function write(reason: BackupReason, { signal, tell }: OpenWork): AsyncResult<BackupRow> {
    await swept;
    let part: string | null = null;
    try {
      const name = await kept.newName(clock.now(), reason);
      part = name.part;
      const summary = await writeBackup(parts, { path: part, reason, signal, onProgress: tell });
      await files.rename(part, kept.pathOf(name.id));
      part = null;
      await syncFolder(files, folder);
      await kept.prune();
      const { size } = await files.stat(kept.pathOf(name.id));
      return ok(rowOf(name.id, size, summary));
    } catch (cause) {
      if (part !== null) await kept.removeHalf(part);
      return fail(signal.aborted ? stopped() : errorOf(cause, folder));
    } finally {
      parts.onChanged();
    }
  }

  return {
    files: kept,
    work,
    make: (reason, at) => (at === undefined ? work.during("make", (own) => write(reason, own)) : write(reason, at)),
    async list() {
      try {
        return ok(await kept.list());
      } catch (cause) {
        return fail(storageError(cause, folder));
      }
    },
    async isNewer() {
      try {
        const [newest] = (await kept.list()).backups;
        if (newest === undefined) return ok(true);
        const summary = await readSummary(kept.pathOf(newest.id));
        return ok(summary.state !== (await walkHome(home, files)).state);
      } catch (cause) {
        return fail(errorOf(cause, folder));
      }
    },
    async [Symbol.asyncDispose]() {
      await work[Symbol.asyncDispose]();
      await swept;
    },
  };
}

export function stopped(): ContractError {
  return contractError("cancelled", text("backup.stopped"));
}

/** What was thrown while a backup was written or read. */
export function errorOf(cause: unknown, path: string): ContractError {
  return cause instanceof BackupRefused ? contractError("conflict", cause.message) : storageError(cause, path);
}
