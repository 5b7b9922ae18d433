import { closeSync, existsSync, mkdirSync, openSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Log } from "../host.ts";
import { fileStamp } from "./file-stamp.ts";
import { foldText } from "./fold-text.ts";
import { migrations } from "./migrations/all.ts";
import type { Migration } from "./migrations/migration.ts";

/*
 * For the database's thread alone: here the synchronous calls hold up nothing else.
 */

export interface DatabaseFiles {
  readonly path: string;
  readonly backupsFolder: string;
  /** Ms since 1970, for the name of a copy that is moved aside. */
  readonly now: number;
  readonly log: Log;
}

function userVersion(db: Sqlite.Database): number {
  return Number(db.pragma("user_version", { simple: true }));
}

/** Brings a database to the newest shape, each step whole or not at all. Throws for one of a later version. */
export function migrate(db: Sqlite.Database, steps: readonly Migration[] = migrations): void {
  const newest = steps.at(-1)?.version ?? 0;
  if (userVersion(db) > newest) throw new Error(`the database is of a later version (${userVersion(db)})`);
  for (const { version, sql } of steps) {
    if (version <= userVersion(db)) continue;
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${version}`);
    })();
  }
}

function openAt(path: string): Sqlite.Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Made before SQLite does, since it would let everybody read it.
  closeSync(openSync(path, "a", 0o600));
  const db = new Sqlite(path);
  try {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = NORMAL");
    db.function("fold", { deterministic: true }, (value) => foldText(String(value)));
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Moves a database that is of no use into the backups; what it held is read from the files again. */
export function moveDatabaseAside(place: DatabaseFiles, reason: unknown): void {
  const { path, backupsFolder, now, log } = place;
  mkdirSync(backupsFolder, { recursive: true, mode: 0o700 });
  const stem = join(backupsFolder, `${basename(path)}-${fileStamp(now)}`);
  let target = stem;
  for (let number = 2; existsSync(target); number += 1) target = `${stem}-${number}`;
  for (const suffix of ["", "-wal", "-shm"]) {
    if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  }
  log("warn", "the database was moved aside and is built again", { path, backup: target, reason: String(reason) });
}

/** Opens the database, or a new one in the place of one that cannot be opened. */
export function openDatabase(place: DatabaseFiles): Sqlite.Database {
  try {
    return openAt(place.path);
  } catch (error) {
    moveDatabaseAside(place, error);
    return openAt(place.path);
  }
}

/** True for errors after which the file is of no use. */
export function isCorruption(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB|IOERR|FORMAT)/.test(error.code);
}
