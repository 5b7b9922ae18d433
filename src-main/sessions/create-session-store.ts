import { join } from "node:path";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { nothingEarlier } from "../../src-preload/contract/past.ts";
import type { Message } from "../../src-preload/contract/records.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import { fail, ok } from "../../src-preload/contract/result.ts";
import type { SessionPage, SessionSummary, TrashedChat } from "../../src-preload/contract/session.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import type { Host } from "../host.ts";
import { openAppendLog } from "../storage/append-log.ts";
import type { Database } from "../storage/database.ts";
import { type FileChange, type FileIdentity, isSameFile, type LogOwner } from "../storage/file-change.ts";
import type { FileSystem } from "../storage/file-system.ts";
import type { MessageQuery, MessageSlice } from "../storage/message-search/search-calls.ts";
import { BranchIndex } from "../storage/session-file/branch-index.ts";
import { emptyState } from "../storage/session-file/derived-state.ts";
import { fileNameOf } from "../storage/session-file/file-name.ts";
import { loadSession } from "../storage/session-file/load-session.ts";
import type { IndexedSession } from "../storage/session-file/session-summary.ts";
import { readMetadata } from "../storage/session-file/session-summary.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing } from "../thrown.ts";
import { text } from "../words.ts";
import type { PrivateChats } from "./private-chats.ts";
import { readMessages, stampsIn } from "./read-messages.ts";
import { LiveSession } from "./session.ts";
import { SessionList } from "./session-list.ts";
import type { CleanRecords, FileRead } from "./session-options.ts";
import type { Session, SessionQuery, SessionStore, SessionView } from "./session-store.ts";
import { Trash, trashMs } from "./trash.ts";
import { TrashedChats } from "./trashed-chats.ts";

export interface SessionStoreOptions {
  readonly host: Pick<Host, "now" | "log" | "platform">;
  readonly files: FileSystem;
  readonly database: Database;
  readonly sessionsFolder: string;
  readonly backupsFolder: string;
  readonly trashFolder: string;
  /** What was attached to a chat lies in a folder here that is named like its file. */
  readonly attachmentsFolder: string;
  /** Where private chats lie instead. */
  readonly privateChats: PrivateChats;
  /** Messages of the active branch that a session holds at least, as the settings in force have it. */
  readonly memoryWindow: () => Promise<number>;
  /** Takes keys out of what is written. */
  readonly clean?: CleanRecords;
  /** Another program changed the file of a session that is open; it was mended. */
  readonly onFileChanged?: (session: Session, change: FileChange) => void;
}

/** The part of a session that its row in the list is made of. */
type UnseenSession = Pick<LiveSession, "key" | "path" | "size" | "summary">;

/** Keeps the current row and drops everything else. */
function rowOnly(session: LiveSession): UnseenSession {
  const { key, path, size } = session;
  const summary = session.summary();
  return { key, path, size, summary: () => summary };
}

class FileSessionStore implements SessionStore {
  readonly #options: SessionStoreOptions;
  /** Each from its opening until it is let go: two opens of one key never give two objects. */
  readonly #open = new Map<SessionKey, LiveSession>();
  /** Chats in which nothing was written yet and that were let go, with the time when they were begun. */
  readonly #blank = new Map<SessionKey, number>();
  readonly #opening = new Map<SessionKey, AsyncResult<LiveSession>>();
  /** Sessions that are ahead of their row in the index. */
  readonly #unseen = new Map<SessionKey, UnseenSession>();
  /** Private chats in which something was written: in no index. */
  readonly #private = new Map<SessionKey, UnseenSession>();
  readonly #list: SessionList;
  readonly #trash: Trash;
  readonly #bin: TrashedChats;
  /** Files that are being closed. */
  readonly #closing = new Map<SessionKey, Promise<void>>();

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#trash = new Trash(options.files, options.trashFolder);
    this.#bin = new TrashedChats(this.#trash, options);
    this.#list = new SessionList({
      index: options.database.sessions,
      messages: options.database.messages,
      files: options.files,
      folder: options.sessionsFolder,
      log: options.host.log,
      now: () => options.host.now(),
      unseen: () => this.#unseenRows(),
      onSeen: (rows) => this.#markSeen(rows),
    });
  }

  open(key: SessionKey): AsyncResult<Session> {
    return this.#openOnce(key, true);
  }

  find(key: SessionKey): AsyncResult<Session> {
    return this.#openOnce(key, false);
  }

  async view(key: SessionKey): AsyncResult<SessionView> {
    await this.#opening.get(key);
    await this.#closing.get(key);
    const open = this.#open.get(key);
    return open === undefined ? this.#loaded(key, false) : ok(open);
  }

  letGo(session: Session): void {
    const { key } = session;
    const live = this.#open.get(key);
    if (live !== session) return;
    this.#open.delete(key);
    if (live.size === 0) this.#blank.set(key, live.createdAt);
    const rows = this.#rowsFor(key);
    if (rows.has(key)) rows.set(key, rowOnly(live));
    const closed = live.release().finally(() => this.#closing.delete(key));
    this.#closing.set(key, closed);
  }

  async isAsSet(session: Session): Promise<boolean> {
    return session.memoryWindow === (await this.#options.memoryWindow());
  }

  async stamps(): AsyncResult<ReadonlyMap<SessionKey, string>> {
    const { files, sessionsFolder } = this.#options;
    return stampsIn(sessionsFolder, files);
  }

  messagesOf(key: SessionKey, visit: (message: Message) => void): AsyncResult<void> {
    return readMessages(this.#pathOf(key), this.#options.files, visit);
  }

  privates(): readonly SessionSummary[] {
    return [...this.#private.values()].map((one) => one.summary()).toSorted((a, b) => b.updatedAt - a.updatedAt);
  }

  list(query: SessionQuery): AsyncResult<SessionPage> {
    return this.#list.page(query);
  }

  searchMessages(query: MessageQuery): AsyncResult<MessageSlice> {
    return this.#list.searchMessages(query);
  }

  followMessages(): AsyncResult<undefined> {
    return this.#list.followMessages();
  }

  settleMessages(): AsyncResult<undefined> {
    return this.#list.settleMessages();
  }

  unfinished(): AsyncResult<readonly SessionSummary[]> {
    return this.#list.unfinished();
  }

  async remove(key: SessionKey): AsyncResult<string> {
    const { host, database } = this.#options;
    await this.#opening.get(key);
    const open = this.#open.get(key);
    await open?.retire();
    await this.#closing.get(key);
    if (isPrivateKey(key)) return this.#endPrivate(key, open);
    const moved = await this.#trash.put(this.#pathOf(key), fileNameOf(key), host.now());
    if (!moved.ok) {
      open?.reinstate();
      return moved;
    }
    this.#open.delete(key);
    this.#unseen.delete(key);
    const wasBlank = this.#blank.delete(key);
    const forgotten = await database.sessions.remove(key);
    if (!forgotten.ok)
      host.log("warn", "a removed chat may still be in the index", { key, reason: forgotten.error.message });
    if (moved.value !== null) return ok(moved.value);
    // No file: a chat that nothing was written in yet, or a row whose file is gone.
    const wasThere = open !== undefined || wasBlank || (forgotten.ok && forgotten.value);
    return wasThere ? ok("") : fail(this.#notFound(key));
  }

  /** Nothing of it goes into the trash. */
  async #endPrivate(key: SessionKey, open: LiveSession | undefined): AsyncResult<string> {
    const ended = await this.#options.privateChats.end(key);
    if (!ended.ok) {
      open?.reinstate();
      return ended;
    }
    this.#open.delete(key);
    const wasBlank = this.#blank.delete(key);
    const wasThere = this.#private.delete(key) || open !== undefined || wasBlank;
    return wasThere ? ok("") : fail(this.#notFound(key));
  }

  #rowsFor(key: SessionKey): Map<SessionKey, UnseenSession> {
    return isPrivateKey(key) ? this.#private : this.#unseen;
  }

  async restore(key: SessionKey, trashId?: string): AsyncResult<SessionSummary> {
    const open = this.#open.get(key);
    if (open !== undefined && open.size === 0) {
      await open.retire();
      this.#open.delete(key);
    }
    await this.#closing.get(key);
    const back = await this.#trash.takeBack(this.#pathOf(key), fileNameOf(key), trashId);
    if (!back.ok) return back;
    const session = await this.#loaded(key, false);
    if (!session.ok) return session;
    const row = rowOnly(session.value);
    this.#unseen.set(key, row);
    return ok(row.summary());
  }

  trashed(limit: number): AsyncResult<readonly TrashedChat[]> {
    return this.#bin.list(limit);
  }

  erase(trashId: string | null): AsyncResult<number> {
    return this.#bin.erase(({ id }) => trashId === null || id === trashId);
  }

  eraseOld(): AsyncResult<number> {
    const now = this.#options.host.now();
    return this.#bin.erase(({ removedAt }) => removedAt + trashMs <= now);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((session) => session.release()));
    await Promise.all(this.#closing.values());
  }

  #pathOf(key: SessionKey): string {
    const { privateChats, sessionsFolder } = this.#options;
    return isPrivateKey(key) ? join(privateChats.folderOf(key), "chat.jsonl") : join(sessionsFolder, fileNameOf(key));
  }

  #notFound(key: SessionKey): ContractError {
    const path = this.#pathOf(key);
    return contractError("not-found", text("session.notFound", { key, path }), { key, path });
  }

  #openOnce(key: SessionKey, create: boolean): AsyncResult<LiveSession> {
    const open = this.#open.get(key);
    if (open !== undefined) return this.#lookedAt(open).then(() => ok(open));
    const opening = this.#opening.get(key);
    if (opening !== undefined) {
      // Someone else is at it, perhaps without making a new one.
      return opening.then((found) => (found.ok || !create ? found : this.#openOnce(key, create)));
    }
    const found = this.#load(key, create).finally(() => this.#opening.delete(key));
    this.#opening.set(key, found);
    return found;
  }

  async #load(key: SessionKey, create: boolean): AsyncResult<LiveSession> {
    await this.#closing.get(key);
    const loaded = await this.#loaded(key, create);
    if (!loaded.ok) return loaded;
    this.#open.set(key, loaded.value);
    this.#blank.delete(key);
    return loaded;
  }

  async #loaded(key: SessionKey, create: boolean): AsyncResult<LiveSession> {
    try {
      if (create && isPrivateKey(key)) await this.#options.privateChats.open(key);
      const read = await this.#read(key);
      const begunAt = this.#blank.get(key) ?? (create ? this.#options.host.now() : null);
      if (read !== null) return ok(this.#sessionOf(key, read));
      return begunAt === null ? fail(this.#notFound(key)) : ok(this.#sessionOf(key, await this.#nothing(begunAt)));
    } catch (error) {
      return fail(storageError(error, this.#pathOf(key)));
    }
  }

  /** A chat that is only read here and was changed by another program is read again; it stays where that fails. */
  async #lookedAt(session: LiveSession): Promise<void> {
    const known = session.fileRead;
    if (known === null) return;
    try {
      const stats = await this.#options.files.stat(session.path);
      if (isSameFile(stats, known) && stats.size === known.size) return;
      const read = await this.#read(session.key);
      if (read !== null) session.takeAnew(read);
    } catch (error) {
      // Deleted: what is in memory is written again with the next append.
      if (isMissing(error)) return;
      const data = { key: session.key, error: String(error) };
      this.#options.host.log("warn", "the file of an open chat could not be looked at", data);
    }
  }

  /** Null when there is no file. */
  async #read(key: SessionKey): Promise<FileRead | null> {
    const { files, host } = this.#options;
    const path = this.#pathOf(key);
    const window = await this.#options.memoryWindow();
    try {
      await using handle = await files.open(path, "r");
      const { size, dev, ino, birthtimeMs } = await handle.stat();
      if (size === 0) return null;
      const source = { handle, size };
      const [loaded, metadata] = await Promise.all([
        loadSession(source, { key, window, log: host.log }),
        readMetadata(handle, size),
      ]);
      if (loaded.damaged.length > 0) {
        host.log("warn", "a session file has damaged lines", { key, path, linesFromEnd: loaded.damaged });
      }
      return { file: { size, dev, ino }, window, loaded, createdAt: metadata.createdAt ?? Math.round(birthtimeMs) };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async #nothing(createdAt: number): Promise<FileRead> {
    const window = await this.#options.memoryWindow();
    const index = new BranchIndex(0);
    const none = { context: [], earlier: nothingEarlier, damaged: [], hasRecords: false, recordsSinceCheckpoint: 0 };
    return { file: null, window, createdAt, loaded: { state: emptyState, index, ...none } };
  }

  #sessionOf(key: SessionKey, read: FileRead): LiveSession {
    const { host, files, privateChats } = this.#options;
    const path = this.#pathOf(key);
    const backupsFolder = isPrivateKey(key) ? privateChats.folderOf(key) : this.#options.backupsFolder;
    const { log, platform } = host;
    const place = { path, files, backups: backupsFolder, log, clock: host, platform };
    const onAppended = (session: LiveSession): void => void this.#rowsFor(key).set(key, session);
    const parts = { key, path, host, files, onAppended };
    return new LiveSession(
      {
        ...parts,
        openLog: (owner: LogOwner, expected: FileIdentity | null) => openAppendLog({ ...place, expected, owner }),
        clean: this.#options.clean ?? ((records) => records),
        onAsked: (session) => this.#lookedAt(session),
        onFileChanged: (...told) => this.#options.onFileChanged?.(...told),
      },
      read,
    );
  }

  async #unseenRows(): Promise<readonly IndexedSession[]> {
    const rows = await Promise.all([...this.#unseen.values()].map((session) => this.#rowOf(session)));
    return rows.filter((row) => row !== null);
  }

  async #rowOf(session: UnseenSession): Promise<IndexedSession | null> {
    const summary = session.summary();
    const { size } = session;
    try {
      const { mtimeMs } = await this.#options.files.stat(session.path);
      return { summary, file: fileNameOf(session.key), size, mtimeMs };
    } catch (error) {
      if (!isMissing(error)) throw error;
      const data = { key: session.key, error: String(error) };
      this.#options.host.log("warn", "the file of an open chat could not be looked at", data);
      return null;
    }
  }

  #markSeen(rows: readonly IndexedSession[]): void {
    for (const { summary, size } of rows) {
      if (this.#unseen.get(summary.key)?.size === size) this.#unseen.delete(summary.key);
    }
  }
}

/** Sessions as files of a folder; the database is an index of them. Nothing is read or written before the first call. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  return new FileSessionStore(options);
}
