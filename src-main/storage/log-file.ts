import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { isMissing, systemCodeOf } from "../thrown.ts";
import { type FileChange, type FileIdentity, isSameFile, type LogOwner } from "./file-change.ts";
import { writeMissing } from "./mend-log.ts";
import { RecentLines } from "./recent-lines.ts";
import { ShortWriteError } from "./storage-error.ts";
import { syncFolder } from "./sync-folder.ts";
import { type BackupTarget, backUpTail, readTailOf } from "./torn-tail.ts";

export interface LogFileOptions extends BackupTarget {
  readonly platform: NodeJS.Platform;
  /** False: a write is safe from a kill at once, and from a power cut once the file is released. Default true. */
  readonly syncsEachWrite?: boolean;
  /** The file as its owner read it, null where there was none; left out: whatever is there is right. */
  readonly expected?: FileIdentity | null;
  readonly owner?: LogOwner;
}

interface Made extends Pick<FileChange, "size" | "restored"> {
  /** Null where nobody changed anything. */
  readonly kind: FileChange["kind"] | null;
}

/**
 * What is known of the good bytes. `mended`: another program changed them and may not be through, so that the next look
 * reads them. `disturbed`: it came between a look and our write, whose bytes may be anywhere or nowhere.
 */
type Soundness = "sound" | "mended" | "disturbed";

/** So often a write is done again at once while another program changes the file under it. */
const maxTries = 4;
const maxStrangeNumbers = 3;

/**
 * The file under an append log: one write and one sync at a time, cut back to its last good size when that fails. Before
 * each write the path is looked at: where it names another file, or its size is another, that one is mended and written to.
 * After each write the open file is looked at: where another program came between, it is mended and written to again.
 * Not for use by two callers at once.
 */
export class LogFile {
  readonly #options: LogFileOptions;
  /** On Linux the write itself waits for the disk (one call less, measured 0.11 against 0.13 ms); elsewhere a sync follows. */
  readonly #flags: number;
  readonly #syncsAfterWrite: boolean;
  readonly #recent = new RecentLines();
  #handle: FileHandle | null = null;
  /** The file as it was left, with its good bytes; null: there was none, undefined: it was not looked at. */
  #last: FileIdentity | null | undefined;
  /** What a failed write left may still be there. */
  #isCutPending = false;
  /** The last record lacks its line feed: it comes with the next write. */
  #lacksLineFeed = false;
  #soundness: Soundness = "sound";
  /** False on a file system that numbers a file anew each time it is looked at. */
  #trustsNumbers = true;
  /** How often in a row the path had other numbers than the open file. */
  #strangeNumbers = 0;
  /** False on a file system that says that none of its files has a name. */
  #countsLinks = false;

  constructor(options: LogFileOptions) {
    this.#options = options;
    this.#last = options.expected;
    const syncs = options.syncsEachWrite !== false;
    this.#syncsAfterWrite = syncs && options.platform !== "linux";
    this.#flags = constants.O_RDWR | constants.O_APPEND | (syncs && !this.#syncsAfterWrite ? constants.O_DSYNC : 0);
  }

  get isOpen(): boolean {
    return this.#handle !== null;
  }

  /** Adds these bytes and resolves with the size of the file once they are on the disk; throws, and then has not. */
  async write(lines: string): Promise<number> {
    for (let tries = 1; ; tries += 1) {
      const { handle, last } = await this.#ready(false);
      if (lines === "") return last.size;
      const bytes = this.#bytesOf(lines);
      const size = last.size + bytes.length;
      const isWhole = await this.#added(handle, bytes, size);
      this.#lacksLineFeed = false;
      if (!isWhole) this.#soundness = "disturbed";
      // The next look mends what is not whole then; lines that no owner knows are not written twice, they might count twice.
      if (!isWhole && this.#options.owner !== undefined && tries < maxTries) continue;
      this.#recent.add(lines);
      this.#last = { dev: last.dev, ino: last.ino, size };
      return size;
    }
  }

  /** Closes the file until the next write; what went to a file that is no longer at its place is saved before. */
  async release(): Promise<void> {
    if (this.#handle === null) return;
    try {
      await this.#ready(true);
      for (let tries = 1; this.#soundness !== "sound" && tries < maxTries; tries += 1) await this.#ready(true);
    } catch (error) {
      const { path, log } = this.#options;
      log("error", "a log file could not be looked at when it was closed", { path, error: String(error) });
    }
    await this.#close();
    this.#recent.clear();
  }

  async #close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    try {
      if (this.#options.syncsEachWrite === false) await handle?.datasync();
      await handle?.close();
    } catch (error) {
      this.#options.log("warn", "a log file did not close", { path: this.#options.path, error: String(error) });
    }
  }

  #bytesOf(lines: string): Buffer {
    return Buffer.from(this.#lacksLineFeed ? `\n${lines}` : lines, "utf8");
  }

  /** Answers whether they are at the end of a file that only grew by them, and is still at some place. */
  async #added(handle: FileHandle, bytes: Buffer, size: number): Promise<boolean> {
    try {
      await this.#put(handle, bytes);
      const stats = this.#options.files.statNow(handle.fd);
      return stats.size === size && (stats.nlink > 0 || !this.#countsLinks);
    } catch (error) {
      await this.#cutBack();
      throw error;
    }
  }

  async #put(handle: FileHandle, bytes: Buffer): Promise<void> {
    const { bytesWritten } = await handle.write(bytes);
    if (bytesWritten !== bytes.length) throw new ShortWriteError(`${bytesWritten} of ${bytes.length} bytes`);
    if (this.#syncsAfterWrite) await handle.datasync();
  }

  /** The file that is at the path now, open and good to be written to. */
  async #ready(atRelease: boolean): Promise<{ handle: FileHandle; last: FileIdentity }> {
    if (this.#handle !== null && this.#last && this.#soundness === "sound" && this.#isInPlace(this.#last)) {
      return { handle: this.#handle, last: this.#last };
    }
    const { handle, isNew } = await this.#openOrCreate();
    try {
      const stats = await handle.stat();
      if (stats.size === 0) await syncFolder(this.#options.files, dirname(this.#options.path));
      this.#countsLinks = stats.nlink > 0;
      const found = this.#changeOf(stats, isNew);
      const made = found === null ? await this.#madeGood(handle, stats) : await this.#mended(handle, stats, found);
      const old = this.#handle;
      const last = { dev: stats.dev, ino: stats.ino, size: made.size };
      this.#handle = handle;
      this.#last = last;
      const isSound = found === null ? this.#soundness === "sound" : made.kind === null;
      this.#soundness = isSound ? "sound" : "mended";
      await old?.close();
      if (made.kind !== null) await this.#tell({ ...made, kind: made.kind, atRelease });
      return { handle, last };
    } catch (error) {
      if (this.#handle !== handle) await handle.close();
      throw error;
    }
  }

  /** Whether the path still names the file that is open, and nobody else wrote to it. */
  #isInPlace(last: FileIdentity): boolean {
    try {
      const stats = this.#options.files.statNow(this.#options.path);
      return stats.size === last.size && (!this.#trustsNumbers || isSameFile(stats, last));
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async #openOrCreate(): Promise<{ handle: FileHandle; isNew: boolean }> {
    const { path, files } = this.#options;
    try {
      return { handle: await files.open(path, this.#flags), isNew: false };
    } catch (error) {
      if (systemCodeOf(error) !== "ENOENT") throw error;
    }
    await files.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const handle = await files.open(path, this.#flags | constants.O_CREAT | constants.O_EXCL, 0o600);
    return { handle, isNew: true };
  }

  /** What another program did since the file was left; null when nothing, "unsure" where only its bytes can tell. */
  #changeOf(stats: FileIdentity, isNew: boolean): FileChange["kind"] | "unsure" | null {
    const last = this.#last;
    if (last === undefined) return null;
    if (last === null) return stats.size === 0 ? null : "replaced";
    if (isNew) return last.size === 0 ? null : "vanished";
    if (this.#trustsNumbers && !isSameFile(stats, last)) return "replaced";
    if (this.#isCutPending && stats.size > last.size) return null;
    if (this.#soundness === "disturbed") return "unsure";
    if (stats.size === last.size) return this.#soundness === "mended" ? "unsure" : null;
    return stats.size < last.size ? "shortened" : "grown";
  }

  /** Removes what a failed write left, or else what a crash left. */
  async #madeGood(handle: FileHandle, { size }: FileIdentity): Promise<Made> {
    if (!this.#isCutPending || !this.#last) return { size: await this.#cutTail(handle, size), restored: 0, kind: null };
    const good = Math.min(size, this.#last.size);
    if (size > good) await this.#cut(good);
    this.#isCutPending = false;
    return { size: good, restored: 0, kind: null };
  }

  /** Copies a torn last line to the backups and cuts it off; answers the size then. */
  async #cutTail(handle: FileHandle, size: number): Promise<number> {
    const tail = await readTailOf(handle, size);
    this.#lacksLineFeed = tail.kind === "lacks-line-feed";
    if (tail.kind !== "torn") return size;
    await backUpTail(this.#options, handle, tail.start, size);
    await this.#cut(tail.start);
    return tail.start;
  }

  /** Makes the file that is there now hold everything that was acknowledged. What went before stays, were this to fail. */
  async #mended(handle: FileHandle, stats: FileIdentity, found: FileChange["kind"] | "unsure"): Promise<Made> {
    const { owner } = this.#options;
    if (stats.size > 0) await owner?.admits({ handle, size: stats.size });
    const good = await this.#cutTail(handle, stats.size);
    let size = good;
    const write = async (bytes: Buffer): Promise<void> => {
      const all = this.#lacksLineFeed ? Buffer.concat([Buffer.from("\n"), bytes]) : bytes;
      await this.#put(handle, all);
      this.#lacksLineFeed = false;
      size += all.length;
    };
    const isOther = found === "vanished" || found === "replaced";
    const old = isOther && this.#handle !== null ? { handle: this.#handle, size: await this.#goodBytes() } : null;
    const recent = this.#recent.all();
    const known = new Set(recent);
    const remembered = [...(owner?.remembered() ?? []).filter((line) => !known.has(line)), ...recent];
    const restored = await writeMissing({ present: { handle, size: good }, old, remembered }, write);
    const wasSame = restored === 0 && this.#soundness === "mended" && size === this.#last?.size;
    if (found === "unsure" && wasSame) return { size, restored, kind: null };
    const closing = owner?.closing() ?? [];
    if (closing.length > 0) await write(Buffer.from(closing.map((line) => `${line}\n`).join("")));
    this.#isCutPending = false;
    await this.#tryNumbers(stats);
    return { size, restored, kind: found === "unsure" ? (restored > 0 ? "shortened" : "grown") : found };
  }

  /** Of the file that is open and no longer at its place. */
  async #goodBytes(): Promise<number> {
    const size = (await this.#handle?.stat())?.size ?? 0;
    return Math.min(size, this.#last?.size ?? 0);
  }

  /** A file that has other numbers by its name than by its handle, time and again, has none to go by. */
  async #tryNumbers(stats: FileIdentity): Promise<void> {
    const { path, files, log } = this.#options;
    try {
      // Once may be: it was replaced again meanwhile. The next write sees that.
      this.#strangeNumbers = isSameFile(await files.stat(path), stats) ? 0 : this.#strangeNumbers + 1;
      if (this.#strangeNumbers < maxStrangeNumbers) return;
      this.#trustsNumbers = false;
      log("warn", "the file system does not number its files for good; replaced ones are told by their size", { path });
    } catch (error) {
      // It is gone again; the next write sees that.
      if (!isMissing(error)) throw error;
    }
  }

  async #tell(change: FileChange): Promise<void> {
    const { path, log, owner } = this.#options;
    log("warn", "another program changed a file that was being written; it was read again", { path, ...change });
    await owner?.mended(change);
  }

  /** Through a handle of its own: one that only appends cannot cut a file on Windows. */
  async #cut(size: number): Promise<void> {
    await using handle = await this.#options.files.open(this.#options.path, "r+");
    await handle.truncate(size);
    await handle.datasync();
  }

  async #cutBack(): Promise<void> {
    const { path, log } = this.#options;
    const size = this.#last?.size ?? 0;
    this.#isCutPending = true;
    await this.#close();
    try {
      await this.#cut(size);
      this.#isCutPending = false;
    } catch (error) {
      log("warn", "a failed write could not be cut off yet; the next append does it", { path, error: String(error) });
    }
  }
}
