import { join } from "node:path";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { AsyncResult, Result } from "../../src-preload/contract/result.ts";
import { fail, ok } from "../../src-preload/contract/result.ts";
import type { SessionPage, SessionSummary } from "../../src-preload/contract/session.ts";
import { isUnattendedKey } from "../../src-preload/contract/session-key.ts";
import type { Log } from "../host.ts";
import type { SessionIndex } from "../storage/database.ts";
import type { IndexCursor, IndexPage, IndexQuery } from "../storage/database-calls.ts";
import { indexCursorSchema } from "../storage/database-calls.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { foldText } from "../storage/fold-text.ts";
import type { MessageQuery, MessageSlice } from "../storage/message-search/search-calls.ts";
import type { MessageStore } from "../storage/message-store.ts";
import type { IndexedSession } from "../storage/session-file/session-summary.ts";
import { readIndexedSession, unreadableSession } from "../storage/session-file/session-summary.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing } from "../thrown.ts";
import { text } from "../words.ts";
import type { SessionQuery } from "./session-store.ts";

export interface SessionListOptions {
  readonly index: SessionIndex;
  readonly messages: MessageStore;
  readonly files: FileSystem;
  readonly folder: string;
  readonly log: Log;
  readonly now: () => number;
  /** Rows of sessions in memory that the index has not seen; told back once it has. Failures of the disk are thrown. */
  readonly unseen: () => Promise<readonly IndexedSession[]>;
  readonly onSeen: (rows: readonly IndexedSession[]) => void;
}

function writeCursor({ pinned, updatedAt, key }: SessionSummary): string {
  return Buffer.from(JSON.stringify({ pinned, updatedAt, key })).toString("base64url");
}

function readCursor(cursor: string): Result<IndexCursor, ContractError> {
  const refused = fail(contractError("invalid-input", text("session.badCursor")));
  try {
    const parsed = indexCursorSchema.safeParse(parseBoundedJson(Buffer.from(cursor, "base64url").toString("utf8")));
    return parsed.success ? ok(parsed.data) : refused;
  } catch (error) {
    if (error instanceof SyntaxError) return refused;
    throw error;
  }
}

/** Negative when `a` stands before `b` in the list of chats: pinned first, then newest, then by key. */
function compareRows(a: IndexCursor, b: IndexCursor): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
  if (a.updatedAt !== b.updatedAt) return b.updatedAt - a.updatedAt;
  return a.key === b.key ? 0 : a.key < b.key ? 1 : -1;
}

function selectPage(
  all: readonly SessionSummary[],
  { search, archived, attended, after, limit }: IndexQuery,
): IndexPage {
  const wanted = search === null ? null : foldText(search);
  const rows = all
    .filter((row) => row.archived === archived)
    .filter((row) => !attended || !isUnattendedKey(row.key))
    .filter((row) => wanted === null || foldText(row.title).includes(wanted))
    .filter((row) => after === null || compareRows(after, row) < 0)
    .sort(compareRows);
  return { sessions: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** The list of chats: from the database, or, where that cannot be had, from the files themselves. */
export class SessionList {
  readonly #options: SessionListOptions;
  #hasLoggedFallback = false;

  constructor(options: SessionListOptions) {
    this.#options = options;
  }

  async page(query: SessionQuery): AsyncResult<SessionPage> {
    const after = query.cursor === undefined ? ok(null) : readCursor(query.cursor);
    if (!after.ok) return after;
    const search = query.query?.trim() ?? "";
    const page = await this.#ask({
      search: search === "" ? null : search,
      archived: query.archived,
      attended: query.attended ?? false,
      after: after.value,
      limit: query.limit,
    });
    if (!page.ok) return page;
    const { sessions, hasMore } = page.value;
    const last = sessions.at(-1);
    return ok({ sessions, cursor: hasMore && last !== undefined ? writeCursor(last) : null });
  }

  async unfinished(): AsyncResult<readonly SessionSummary[]> {
    const rows = await this.#unseen();
    if (!rows.ok) return rows;
    const found = await this.#options.index.unfinished(rows.value);
    if (found.ok) {
      this.#options.onSeen(rows.value);
      return found;
    }
    const all = await this.#readFolder(found.error);
    if (!all.ok) return all;
    return ok(all.value.filter(({ state }) => state === "waiting" || state === "interrupted"));
  }

  searchMessages(query: MessageQuery): AsyncResult<MessageSlice> {
    return this.#withUnseen((rows) => this.#options.messages.search(query, rows));
  }

  followMessages(): AsyncResult<undefined> {
    return this.#withUnseen((rows) => this.#options.messages.follow(rows));
  }

  settleMessages(): AsyncResult<undefined> {
    return this.#withUnseen((rows) => this.#options.messages.settled(rows));
  }

  /** Asks the index, which then knows the sessions that were ahead of it. */
  async #withUnseen<Value>(ask: (rows: readonly IndexedSession[]) => AsyncResult<Value>): AsyncResult<Value> {
    const rows = await this.#unseen();
    if (!rows.ok) return rows;
    const answer = await ask(rows.value);
    if (answer.ok) this.#options.onSeen(rows.value);
    return answer;
  }

  /** A chat whose file cannot be looked at is no reason to leave it out in silence. */
  async #unseen(): AsyncResult<readonly IndexedSession[]> {
    try {
      return ok(await this.#options.unseen());
    } catch (error) {
      return fail(storageError(error, this.#options.folder));
    }
  }

  async #ask(query: IndexQuery): AsyncResult<IndexPage> {
    const rows = await this.#unseen();
    if (!rows.ok) return rows;
    const page = await this.#options.index.list(query, rows.value);
    if (page.ok) {
      this.#options.onSeen(rows.value);
      return page;
    }
    const all = await this.#readFolder(page.error);
    return all.ok ? ok(selectPage(all.value, query)) : all;
  }

  /** Slow but right: every file, one after the other. */
  async #readFolder(reason: ContractError): AsyncResult<readonly SessionSummary[]> {
    // Perch is being closed: nobody waits for the list any more.
    if (reason.code === "cancelled") return fail(reason);
    const { files, folder, log } = this.#options;
    if (!this.#hasLoggedFallback) log("error", "the list of chats is read from the files", { reason: reason.message });
    this.#hasLoggedFallback = true;
    const summaries: SessionSummary[] = [];
    try {
      for (const name of await files.readdir(folder)) {
        if (!name.endsWith(".jsonl")) continue;
        const row = await this.#readRow(name);
        if (row !== null) summaries.push(row.summary);
      }
      return ok(summaries);
    } catch (error) {
      return isMissing(error) ? ok([]) : fail(storageError(error, folder));
    }
  }

  async #readRow(name: string): Promise<IndexedSession | null> {
    const { files, folder, log } = this.#options;
    const place = { path: join(folder, name), name };
    const now = this.#options.now();
    try {
      return await readIndexedSession(files, place, { log, now });
    } catch (error) {
      log("warn", "a session file could not be read", { name, error: String(error) });
      return isMissing(error) ? null : unreadableSession(place, error, now);
    }
  }
}
