import { join } from "node:path";
import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { fileNameOf } from "../storage/session-file/file-name.ts";
import { syncFolder } from "../storage/sync-folder.ts";
import { isMissing } from "../thrown.ts";
import { type ManifestLine, type RunChanges, readManifest } from "./manifest.ts";

/** The manifests on the disk: a folder a chat, a file a run, whose names sort by time. */
export interface ManifestLog {
  /** Adds lines to a run's manifest as one write; with `durable` they are on the disk when this resolves. */
  add(sessionKey: SessionKey, runId: RunId, lines: readonly ManifestLine[], durable: boolean): Promise<void>;
  /** The chat's runs, those of reverts among them, the oldest first. */
  read(sessionKey: SessionKey): Promise<readonly RunChanges[]>;
  /** One run; null where nothing of it is written down. */
  readRun(sessionKey: SessionKey, runId: RunId): Promise<RunChanges | null>;
  /** All manifests of all chats. */
  list(): Promise<readonly StoredManifest[]>;
  remove(stored: StoredManifest): Promise<void>;
}

export interface StoredManifest {
  readonly path: string;
  readonly changes: RunChanges;
}

interface Parsed {
  readonly stamp: string;
  readonly changes: RunChanges | null;
}

/** Manifests as they were read last: one that did not change is not parsed again. */
function createManifestReader(files: FileSystem) {
  const parsed = new Map<string, Parsed>();

  async function namesIn(path: string): Promise<readonly string[]> {
    try {
      return (await files.readdir(path)).toSorted();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async function readOne(path: string): Promise<RunChanges | null> {
    const { size, mtimeMs } = await files.stat(path);
    const stamp = `${size} ${mtimeMs}`;
    const known = parsed.get(path);
    if (known?.stamp === stamp) return known.changes;
    const changes = readManifest(await files.readFile(path, "utf8"));
    parsed.set(path, { stamp, changes });
    return changes;
  }

  return {
    namesIn,
    readOne,
    forget: (path: string): void => void parsed.delete(path),
    async readFolder(chat: string): Promise<readonly StoredManifest[]> {
      const read: StoredManifest[] = [];
      for (const name of await namesIn(chat)) {
        if (!name.endsWith(".jsonl")) continue;
        const path = join(chat, name);
        const changes = await readOne(path);
        if (changes !== null) read.push({ path, changes });
      }
      return read;
    },
  };
}

function fileOfRun(names: readonly string[], runId: RunId): string | undefined {
  return names.find((name) => name.endsWith(`-${runId}.jsonl`));
}

export function createManifestLog(folder: string, files: FileSystem): ManifestLog {
  const { namesIn, readOne, readFolder, forget } = createManifestReader(files);
  const paths = new Map<RunId, string>();
  const chatFolder = (key: SessionKey): string => join(folder, fileNameOf(key).replace(/\.jsonl$/, ""));

  /** The manifest of a run goes on where an earlier process began it. */
  async function pathOf(sessionKey: SessionKey, runId: RunId, lines: readonly ManifestLine[]): Promise<string> {
    const known = paths.get(runId);
    if (known !== undefined) return known;
    const chat = chatFolder(sessionKey);
    const names = await namesIn(chat);
    const own = fileOfRun(names, runId);
    const head = lines.find((line) => line.type === "run");
    // One clock that was set back does not change the order.
    const at = Math.max(head?.at ?? 0, Number.parseInt(names.at(-1) ?? "0", 10) + 1);
    const path = join(chat, own ?? `${String(at).padStart(15, "0")}-${runId}.jsonl`);
    if (own === undefined) {
      await files.mkdir(chat, { recursive: true, mode: 0o700 });
      await syncFolder(files, folder);
    }
    paths.set(runId, path);
    return path;
  }

  return {
    async add(sessionKey, runId, lines, durable) {
      const path = await pathOf(sessionKey, runId, lines);
      const handle = await files.open(path, "a", 0o600);
      let isNew = false;
      try {
        isNew = (await handle.stat()).size === 0;
        // A line that an earlier process left torn ends here.
        const text = `${isNew ? "" : "\n"}${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
        await handle.writeFile(text);
        if (durable) await handle.sync();
      } finally {
        await handle.close();
      }
      if (durable && isNew) await syncFolder(files, join(path, ".."));
    },
    read: async (sessionKey) => (await readFolder(chatFolder(sessionKey))).map(({ changes }) => changes),
    async readRun(sessionKey, runId) {
      const chat = chatFolder(sessionKey);
      const name = fileOfRun(await namesIn(chat), runId);
      return name === undefined ? null : readOne(join(chat, name));
    },
    async list() {
      const all: StoredManifest[] = [];
      for (const chat of await namesIn(folder)) all.push(...(await readFolder(join(folder, chat))));
      return all;
    },
    async remove({ path, changes }) {
      await files.rm(path, { force: true });
      forget(path);
      paths.delete(changes.runId);
    },
  };
}
