import type { Readable } from "node:stream";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { kindOfEntry } from "../storage/zip-entry.ts";
import { type TextKey, text } from "../words.ts";
import { isKept } from "./home-parts.ts";
import {
  type BackupManifest,
  type BackupSummary,
  backupFormat,
  manifestName,
  parseManifest,
  parseSummary,
  readMeName,
} from "./manifest.ts";

/** A file that is no backup of ours, or not whole; its message is a sentence for a person. */
export class BackupRefused extends Error {
  constructor(why: "none" | "newer" | "torn" | "foreign" | "large", values: Readonly<Record<string, string>> = {}) {
    const keys: Readonly<Record<typeof why, TextKey>> = {
      none: "backup.refused.none",
      newer: "backup.refused.newer",
      torn: "backup.refused.torn",
      foreign: "backup.refused.foreign",
      large: "backup.refused.large",
    };
    super(text(keys[why], values));
  }
}

export interface OpenBackup extends Disposable {
  readonly summary: BackupSummary;
  readonly manifest: BackupManifest;
  /** What a home gets of it, in the order of the zip. */
  readonly entries: readonly Entry[];
  read(entry: Entry): Promise<Readable>;
}

/** More are in no home. */
const mostEntries = 1_000_000;
const mostManifestBytes = 64 * 1024 * 1024;
/** Deflate makes nothing smaller than this; what claims to be is made to fill a disk. */
const mostRatio = 1032;

/** Only the end of the file is read. Throws `BackupRefused`, and what the disk throws. */
export async function readSummary(path: string): Promise<BackupSummary> {
  const zip = await openZip(path);
  zip.close();
  return summaryOf(zip);
}

/**
 * Looks at every entry before any is used: a name that leads out of the home or to a part that no backup has, a link, a
 * locked or a repeated entry, and sizes that are not those that the backup was made with, are refused. Throws
 * `BackupRefused`, and what the disk throws.
 */
export async function openBackup(path: string): Promise<OpenBackup> {
  const zip = await openZip(path);
  try {
    const summary = summaryOf(zip);
    const { kept, ofManifest } = await entriesOf(zip);
    const bytes = kept.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (kept.length !== summary.files || bytes !== summary.bytes) throw new BackupRefused("torn");
    const manifest = ofManifest === null ? null : parseManifest(await contentOf(zip, ofManifest));
    if (manifest === null) throw new BackupRefused("torn");
    return {
      summary,
      manifest,
      entries: kept,
      read: (entry) => zip.openReadStreamPromise(entry),
      [Symbol.dispose]: () => zip.close(),
    };
  } catch (cause) {
    zip.close();
    throw cause instanceof BackupRefused || isOfDisk(cause) ? cause : new BackupRefused("torn");
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { validateEntrySizes: true, strictFileNames: true, autoClose: false });
  } catch (cause) {
    throw isOfDisk(cause) ? cause : new BackupRefused("none");
  }
}

/** The library's own errors have no code of the system. */
function isOfDisk(cause: unknown): boolean {
  return cause instanceof Error && "syscall" in cause;
}

function summaryOf(zip: ZipFile): BackupSummary {
  const summary = parseSummary(String(zip.comment));
  if (summary === null) throw new BackupRefused("none");
  if (summary.format > backupFormat) throw new BackupRefused("newer", { version: summary.version });
  return summary;
}

async function entriesOf(zip: ZipFile) {
  if (zip.entryCount > mostEntries) throw new BackupRefused("large");
  const kept: Entry[] = [];
  const names = new Set<string>();
  let ofManifest: Entry | null = null;
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    // Two names that some file system takes for one would fill one file.
    const name = fileName.normalize("NFC").toLowerCase();
    if (names.has(name) || kindOfEntry(entry) !== "file") throw new BackupRefused("foreign", { name: fileName });
    names.add(name);
    if (entry.uncompressedSize > entry.compressedSize * mostRatio + 64) throw new BackupRefused("large");
    if (fileName === manifestName) ofManifest = entry;
    else if (fileName !== readMeName) {
      if (!isKept(fileName) || !isPlainPath(fileName)) throw new BackupRefused("foreign", { name: fileName });
      kept.push(entry);
    }
  }
  return { kept, ofManifest };
}

/** The library refuses what begins with a slash or has `..`; here goes what no home has and a system may read otherwise. */
function isPlainPath(path: string): boolean {
  const names = path.split("/");
  return names.every((name) => name !== "" && name !== "." && name !== ".." && !/[\u0000-\u001f\\]/.test(name));
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > mostManifestBytes) throw new BackupRefused("large");
  return textOf(await zip.openReadStreamPromise(entry));
}

export async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
