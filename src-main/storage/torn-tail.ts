import type { FileHandle } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Clock, Log } from "../host.ts";
import { systemCodeOf } from "../thrown.ts";
import { fileStamp } from "./file-stamp.ts";
import type { FileSystem } from "./file-system.ts";
import { isWholeObject, splitGlued } from "./glued-records.ts";
import { readRange } from "./read-tail.ts";
import { syncFolder } from "./sync-folder.ts";

const lineFeed = 0x0a;
const copyChunkBytes = 1024 * 1024;
/** A tail that is longer than this is not looked at, only moved aside. */
const maxWholeTailBytes = 64 * 1024 * 1024;

/** How a file of lines ends: with a line feed, with a whole record that lacks it, or with a torn one from `start` on. */
export type Tail =
  | { readonly kind: "ended" }
  | { readonly kind: "lacks-line-feed" }
  | { readonly kind: "torn"; readonly start: number };

/** The offset after the last line feed before `end`; 0 when there is none. */
async function startOfLastLine(handle: FileHandle, end: number): Promise<number> {
  for (let position = end; position > 0; ) {
    const size = Math.min(copyChunkBytes, position);
    const at = (await readRange(handle, position - size, size)).lastIndexOf(lineFeed);
    if (at >= 0) return position - size + at + 1;
    position -= size;
  }
  return 0;
}

export async function readTailOf(handle: FileHandle, size: number): Promise<Tail> {
  if (size === 0 || (await readRange(handle, size - 1, 1))[0] === lineFeed) return { kind: "ended" };
  const start = await startOfLastLine(handle, size);
  if (size - start > maxWholeTailBytes) return { kind: "torn", start };
  const text = (await readRange(handle, start, size - start)).toString("utf8");
  // The last part of a torn record may be a whole object too.
  if (isWholeObject(text) || splitGlued(text).every(isWholeObject)) return { kind: "lacks-line-feed" };
  return { kind: "torn", start };
}

export interface BackupTarget {
  readonly path: string;
  readonly files: FileSystem;
  /** The folder that torn tails are copied to. */
  readonly backups: string;
  readonly log: Log;
  readonly clock: Pick<Clock, "now">;
}

/** Copies the end of a file into the backups, to be cut off then. */
export async function backUpTail(place: BackupTarget, handle: FileHandle, start: number, size: number): Promise<void> {
  const { path, files, backups, log, clock } = place;
  await files.mkdir(backups, { recursive: true, mode: 0o700 });
  const copy = await openBackup(place, `${basename(path)}-${fileStamp(clock.now())}`);
  try {
    for (let position = start; position < size; position += copyChunkBytes) {
      await copy.handle.writeFile(await readRange(handle, position, Math.min(copyChunkBytes, size - position)));
    }
    await copy.handle.sync();
  } catch (error) {
    await copy.handle.close();
    await files.rm(copy.path, { force: true });
    throw error;
  }
  await copy.handle.close();
  await syncFolder(files, backups);
  log("warn", "a torn last line was moved aside", { path, bytes: size - start, backup: copy.path });
}

async function openBackup(
  { files, backups }: BackupTarget,
  name: string,
): Promise<{ path: string; handle: FileHandle }> {
  for (let number = 1; ; number += 1) {
    const path = join(backups, `${name}${number === 1 ? "" : `-${number}`}.torn`);
    try {
      return { path, handle: await files.open(path, "wx", 0o600) };
    } catch (error) {
      if (systemCodeOf(error) !== "EEXIST") throw error;
    }
  }
}
