import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { Entry } from "yauzl";
import type { FileSystem } from "../storage/file-system.ts";
import { ShortWriteError } from "../storage/storage-error.ts";
import { type Swap, swapPlace } from "../storage/swap-parts.ts";
import { modeOfEntry } from "../storage/zip-entry.ts";
import { systemCodeOf } from "../thrown.ts";
import { withPresentKeys } from "./config-keys.ts";
import { derivedParts, keptParts } from "./home-parts.ts";
import { BackupRefused, type OpenBackup } from "./open-backup.ts";
import { walkHome } from "./walk-home.ts";
import { readText } from "./write-backup.ts";

interface Laying {
  readonly home: string;
  readonly files: FileSystem;
  readonly backup: OpenBackup;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** Stays free on the disk beside what is laid ready. */
const spareBytes = 64 * 1024 * 1024;

/**
 * Puts everything of a backup, each byte checked, beside the home, and answers what is to take whose place. Nothing of the
 * home is changed. Throws `BackupRefused` and what the disk throws; what was laid by then is the caller's to remove.
 */
export async function layReady({ home, files, backup, signal, onProgress }: Laying): Promise<Swap> {
  const { folder, fresh } = swapPlace(home);
  await files.rm(folder, { recursive: true, force: true });
  const { bavail, bsize } = await statfs(home);
  const { bytes } = backup.summary;
  if (bavail * bsize < bytes + spareBytes) throw new ShortWriteError("there is no room for it");
  await files.mkdir(fresh, { recursive: true, mode: 0o700 });
  const made = new Set<string>();
  let done = 0;
  for (const entry of backup.entries) {
    signal.throwIfAborted();
    const path = join(fresh, entry.fileName);
    if (!made.has(dirname(path))) await files.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    made.add(dirname(path));
    await unpack(entry, path, { backup, files, signal });
    done += entry.uncompressedSize;
    onProgress(done, bytes);
  }
  await takeKeysAlong(home, fresh, files);
  await takeLinksAlong(home, fresh, files);
  const parts = await files.readdir(fresh);
  return { fresh: parts, gone: [...[...keptParts].filter((name) => !parts.includes(name)), ...derivedParts] };
}

async function unpack(
  entry: Entry,
  path: string,
  { backup, files, signal }: Pick<Laying, "backup" | "files" | "signal">,
): Promise<void> {
  // Scripts of skills stay what can be run.
  const isProgram = (modeOfEntry(entry) & 0o100) !== 0;
  await using handle = await files.open(path, "wx", isProgram ? 0o700 : 0o600);
  let sum = 0;
  try {
    for await (const chunk of await backup.read(entry)) {
      signal.throwIfAborted();
      sum = crc32(chunk, sum);
      const { bytesWritten } = await handle.write(chunk);
      if (bytesWritten !== chunk.length) throw new ShortWriteError("short write");
    }
  } catch (cause) {
    // What the disk says has a word of the system; what the zip's library says has not.
    throw signal.aborted || systemCodeOf(cause)?.startsWith("E") === true ? cause : new BackupRefused("torn");
  }
  if (sum >>> 0 !== entry.crc32 >>> 0) throw new BackupRefused("torn");
  await handle.sync();
}

/** No backup has keys: those that the present has stay in force. */
async function takeKeysAlong(home: string, fresh: string, files: FileSystem): Promise<void> {
  const path = join(fresh, "config.json");
  const restored = await readText(files, path);
  if (restored === "") return;
  const merged = withPresentKeys(restored, await readText(files, join(home, "config.json")));
  if (merged === restored) return;
  await using handle = await files.open(path, "w", 0o600);
  await handle.writeFile(merged, "utf8");
  await handle.sync();
}

/** No backup has links; the person's own stay where something else has not taken their place. */
async function takeLinksAlong(home: string, fresh: string, files: FileSystem): Promise<void> {
  for (const link of (await walkHome(home, files)).links) {
    const path = join(fresh, link);
    try {
      await files.mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await files.symlink(await files.readlink(join(home, link)), path);
    } catch (cause) {
      if (systemCodeOf(cause) !== "EEXIST") throw cause;
    }
  }
}
