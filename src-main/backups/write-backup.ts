import { join } from "node:path";
import type { BackupReason } from "../../src-preload/contract/backups.ts";
import type { Clock } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isMissing } from "../thrown.ts";
import { text } from "../words.ts";
import { withoutConfigKeys } from "./config-keys.ts";
import { createMessageCounter } from "./count-messages.ts";
import { sessionsFolder } from "./home-parts.ts";
import { knownFacts, mostFactBytes } from "./known-facts.ts";
import { type BackupSummary, backupFormat, manifestName, readMeName } from "./manifest.ts";
import { type KeptFile, type WalkedHome, walkHome } from "./walk-home.ts";
import { writeZip, type ZipWriter } from "./write-zip.ts";

export interface WriteBackupParts {
  readonly home: string;
  readonly files: FileSystem;
  readonly clock: Pick<Clock, "now">;
  readonly version: string;
  /** Takes known keys out of a text. */
  readonly redact: (text: string) => string;
}

interface Asked {
  /** Of the zip; must not be there. */
  readonly path: string;
  readonly reason: BackupReason;
  readonly signal: AbortSignal;
  /** Bytes of what is copied. */
  readonly onProgress: (done: number, total: number) => void;
}

const chunkBytes = 128 * 1024;
/** From here on a zip needs wider numbers; it may grow a little until its turn comes. */
const largeBytes = 2 ** 32 - 2 ** 20;

/**
 * Writes everything of a home that is to be kept into a zip. Files that only grow are read up to the length that they have
 * when their turn comes, so that whoever writes is not held up. Throws what the disk throws.
 */
export async function writeBackup(parts: WriteBackupParts, asked: Asked): Promise<BackupSummary> {
  const { home, files, clock, version } = parts;
  const { path, reason, signal } = asked;
  const walked = await walkHome(home, files, signal);
  const at = clock.now();
  let written: BackupSummary | null = null;
  await writeZip({ files, path, signal }, async (zip) => {
    zip.addText(readMeName, text("backup.readMe"));
    const { chats, count, bytes } = await addAll(zip, walked, parts, asked);
    const known = await knownFacts(
      walked.files.map((file) => file.path),
      (name) => readText(files, join(home, name)),
    );
    zip.addText(manifestName, JSON.stringify({ chats, links: walked.links }));
    const messages = chats.reduce((sum, [, , inChat]) => sum + inChat, 0);
    const { facts, skills, jobs } = known;
    const counts = { chats: chats.length, messages, facts: facts.length, skills: skills.length, jobs: jobs.length };
    written = { format: backupFormat, at, reason, version, files: count, bytes, counts, state: walked.state };
    return JSON.stringify(written);
  });
  if (written === null) throw new Error("a backup without a summary");
  return written;
}

type Chat = readonly [path: string, bytes: number, messages: number];

async function addAll(zip: ZipWriter, walked: WalkedHome, { home, files, redact }: WriteBackupParts, asked: Asked) {
  const chats: Chat[] = [];
  let [count, bytes, done] = [0, 0, 0];
  for (const file of walked.files) {
    const added = file.path === "config.json" ? null : await addFile(zip, file, { home, files });
    if (file.path === "config.json") {
      const settings = withoutConfigKeys(await readText(files, join(home, file.path)), redact);
      if (settings !== null) {
        zip.addText(file.path, settings);
        count += 1;
        bytes += Buffer.byteLength(settings);
      }
    }
    if (added !== null) {
      count += 1;
      bytes += added.bytes;
      if (isChat(file.path)) chats.push([file.path, added.bytes, added.messages]);
    }
    done += file.bytes;
    asked.onProgress(done, walked.bytes);
  }
  return { chats, count, bytes };
}

export function isChat(path: string): boolean {
  return path.startsWith(sessionsFolder) && path.endsWith(".jsonl");
}

/** Null where it is gone by now. */
async function addFile(
  zip: ZipWriter,
  { path }: KeptFile,
  { home, files }: Pick<WriteBackupParts, "home" | "files">,
): Promise<{ readonly bytes: number; readonly messages: number } | null> {
  const handle = await openIfThere(files, join(home, path));
  if (handle === null) return null;
  await using held = handle;
  const { size, mtime, mode } = await held.stat();
  const counter = createMessageCounter();
  let bytes = 0;
  // An end before the first byte is none that a stream takes.
  if (size === 0) zip.addText(path, "");
  else {
    await zip.addFile(path, {
      isLarge: size > largeBytes,
      isProgram: (mode & 0o100) !== 0,
      changedAt: mtime,
      open: () => held.createReadStream({ start: 0, end: size - 1, autoClose: false, highWaterMark: chunkBytes }),
      onChunk(chunk) {
        bytes += chunk.length;
        if (isChat(path)) counter.push(chunk);
      },
    });
  }
  return { bytes, messages: counter.count };
}

async function openIfThere(files: FileSystem, path: string) {
  try {
    return await files.open(path, "r");
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw cause;
  }
}

/** Of a small file: "" where there is none. */
export async function readText(files: FileSystem, path: string): Promise<string> {
  const handle = await openIfThere(files, path);
  if (handle === null) return "";
  await using held = handle;
  const { size } = await held.stat();
  const buffer = Buffer.alloc(Math.min(size, mostFactBytes));
  const { bytesRead } = await held.read(buffer, 0, buffer.length, 0);
  return buffer.subarray(0, bytesRead).toString("utf8");
}
