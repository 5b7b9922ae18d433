import { statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Log } from "../host.ts";
import { isMissing } from "../thrown.ts";
import type { FileSystem } from "./file-system.ts";
import type { IndexedSession } from "./session-file/session-summary.ts";
import { readIndexedSession, unreadableSession } from "./session-file/session-summary.ts";
import type { KnownFile, SessionTable } from "./session-table.ts";

export interface ReconcileOptions {
  readonly table: Pick<SessionTable, "known" | "refresh" | "refuse" | "markMissing" | "settleTimes">;
  readonly folder: string;
  readonly files: Pick<FileSystem, "open" | "readdir">;
  readonly log: Log;
  readonly now: () => number;
  /** Told after each slice, how many files were read so far. */
  readonly onProgress: (read: number) => void;
  readonly isStopped: () => boolean;
}

const filesPerStatSlice = 250;
const filesPerReadSlice = 16;

interface Changed {
  readonly name: string;
  readonly mtimeMs: number;
}

function* slicesOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

async function sessionFiles({ files, folder }: ReconcileOptions): Promise<readonly string[]> {
  try {
    return (await files.readdir(folder)).filter((name) => name.endsWith(".jsonl"));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The file when the table does not know its present state; null when it does, or when it is gone by now. */
function changedFile(options: ReconcileOptions, name: string, known: KnownFile | undefined): Changed | null {
  // Synchronous, since this is the database's thread and ten thousand promises take ten times as long.
  const stats = statSync(join(options.folder, name), { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile() || stats.size === 0) return null;
  const { size, mtimeMs } = stats;
  const isSame = known !== undefined && !known.missing && known.size === size && known.mtimeMs === mtimeMs;
  return isSame ? null : { name, mtimeMs };
}

async function readRow(options: ReconcileOptions, name: string): Promise<IndexedSession | null> {
  const place = { path: join(options.folder, name), name };
  const now = options.now();
  try {
    return await readIndexedSession(options.files, place, { log: options.log, now });
  } catch (error) {
    options.log("warn", "a session file could not be read", { name, error: String(error) });
    return isMissing(error) ? null : unreadableSession(place, error, now);
  }
}

/**
 * Makes the table agree with the folder: reads what is new or changed, newest first, and marks rows whose file is gone.
 * In slices, so that questions are answered in between.
 */
export async function reconcile(options: ReconcileOptions): Promise<void> {
  const { table, isStopped } = options;
  table.settleTimes(options.now());
  const names = await sessionFiles(options);
  const known = table.known();
  const present = new Set(names);
  const gone = [...known.values()].filter((row) => !row.missing && !present.has(row.file));
  table.markMissing(gone.map((row) => row.key));
  const changed: Changed[] = [];
  for (const slice of slicesOf(names, filesPerStatSlice)) {
    const found = slice.map((name) => changedFile(options, name, known.get(name)));
    changed.push(...found.filter((file) => file !== null));
    await setImmediate();
    if (isStopped()) return;
  }
  changed.sort((a, b) => b.mtimeMs - a.mtimeMs);
  let read = 0;
  for (const slice of slicesOf(changed, filesPerReadSlice)) {
    const rows = await Promise.all(slice.map(({ name }) => readRow(options, name)));
    if (isStopped()) return;
    const found = rows.filter((row) => row !== null);
    table.refresh(found.filter(({ summary }) => summary.unreadable === undefined));
    table.refuse(found.filter(({ summary }) => summary.unreadable !== undefined));
    read += slice.length;
    options.onProgress(read);
    await setImmediate();
  }
}
