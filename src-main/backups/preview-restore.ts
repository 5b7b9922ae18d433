import { join } from "node:path";
import type { BackupCounts } from "../../src-preload/contract/backups.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isMissing } from "../thrown.ts";
import { createMessageCounter } from "./count-messages.ts";
import { type KnownFacts, knownFacts } from "./known-facts.ts";
import { type OpenBackup, textOf } from "./open-backup.ts";
import { type KeptFile, walkHome } from "./walk-home.ts";
import { isChat, readText } from "./write-backup.ts";

export interface Comparison {
  readonly now: BackupCounts;
  /** What is there now and not in the backup. */
  readonly lost: BackupCounts;
}

interface Compared {
  readonly home: string;
  readonly files: FileSystem;
  readonly backup: OpenBackup;
}

/** Holds a home beside a backup. Chats only grow: of one that is in both, what came since is read alone. */
export async function compareWithHome({ home, files, backup }: Compared): Promise<Comparison> {
  const walked = await walkHome(home, files);
  const chats = walked.files.filter(({ path }) => isChat(path));
  const before = new Map(backup.manifest.chats.map(([path, bytes, messages]) => [path, { bytes, messages }]));
  let [messages, lostChats, lostMessages] = [0, 0, 0];
  for (const chat of chats) {
    const known = before.get(chat.path);
    const isGrown = known !== undefined && chat.bytes >= known.bytes;
    const added = await countIn(home, chat, isGrown ? known.bytes : 0, files);
    messages += added + (isGrown ? known.messages : 0);
    if (known === undefined) lostChats += 1;
    if (known === undefined || isGrown) lostMessages += added;
  }
  const paths = walked.files.map(({ path }) => path);
  const now = await knownFacts(paths, (path) => readText(files, join(home, path)));
  const then = await factsOf(backup);
  const missing = (of: keyof KnownFacts): number => {
    const there = new Set(then[of]);
    return now[of].filter((one) => !there.has(one)).length;
  };
  const { facts, skills, jobs } = now;
  return {
    now: { chats: chats.length, messages, facts: facts.length, skills: skills.length, jobs: jobs.length },
    lost: {
      chats: lostChats,
      messages: lostMessages,
      facts: missing("facts"),
      skills: missing("skills"),
      jobs: missing("jobs"),
    },
  };
}

function factsOf(backup: OpenBackup): Promise<KnownFacts> {
  const entries = new Map(backup.entries.map((entry) => [entry.fileName, entry]));
  return knownFacts([...entries.keys()], async (path) => {
    const entry = entries.get(path);
    return entry === undefined ? "" : textOf(await backup.read(entry));
  });
}

const chunkBytes = 256 * 1024;

/** Messages behind `from`; none of a chat that is gone by now. */
async function countIn(home: string, { path, bytes }: KeptFile, from: number, files: FileSystem): Promise<number> {
  if (from >= bytes) return 0;
  const counter = createMessageCounter();
  try {
    await using handle = await files.open(join(home, path), "r");
    const buffer = Buffer.alloc(Math.min(chunkBytes, bytes - from));
    for (let at = from; at < bytes; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, bytes - at), at);
      if (bytesRead === 0) break;
      counter.push(Buffer.from(buffer.subarray(0, bytesRead)));
      at += bytesRead;
    }
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
  }
  return counter.count;
}
