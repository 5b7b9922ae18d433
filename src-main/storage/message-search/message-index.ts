import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { assertNever } from "../../../src-preload/contract/result.ts";
import type { Log } from "../../host.ts";
import { isMissing } from "../../thrown.ts";
import type { FileSystem } from "../file-system.ts";
import { isCorruption } from "../open-database.ts";
import type { IndexedSession } from "../session-file/session-summary.ts";
import { followChat } from "./follow-chat.ts";
import { MessageTable, type StaleChat } from "./message-table.ts";
import type { IndexMaking, MessageQuery, MessageSearchCall } from "./search-calls.ts";
import { searchMessages } from "./search-messages.ts";
import { isSearchable } from "./searchable.ts";

export interface MessageIndexOptions {
  readonly db: Database;
  /** Of the session files. */
  readonly folder: string;
  readonly files: Pick<FileSystem, "open">;
  readonly log: Log;
  readonly now: () => number;
  /** The database is of no use. */
  readonly onCorruption: (error: unknown) => void;
}

/** What was said just now is read before it is searched: chats that are behind by so many bytes at most. */
const mostBehind = 256 * 1024;
const mostBehindChats = 20;
const messagesPerRemoval = 500;

/** The search of messages, kept in step with the files. For the database's thread alone. */
export class MessageIndex {
  readonly #options: MessageIndexOptions;
  readonly #table: MessageTable;
  /** Chats that are being read. */
  readonly #busy = new Map<SessionKey, Promise<void>>();
  #pass: Promise<void> | null = null;
  #again = false;
  #isStopped = false;
  #making: IndexMaking | null = null;

  constructor(options: MessageIndexOptions) {
    this.#options = options;
    this.#table = new MessageTable(options.db);
  }

  /** What is answered has the shape that `storage/message-store.ts` reads. `rows`: chats that are ahead of the list. */
  async answer(call: MessageSearchCall, rows: readonly IndexedSession[]): Promise<unknown> {
    switch (call.kind) {
      case "follow":
        this.follow();
        return undefined;
      case "settled":
        for (this.follow(); this.#pass !== null; ) await this.#pass;
        return undefined;
      case "search":
        return this.#search(call.query, rows);
      default:
        return assertNever(call);
    }
  }

  /** Reads in the background what is not in the index. */
  follow(): void {
    this.#again = true;
    this.#pass ??= this.#passes().finally(() => {
      this.#pass = null;
      this.#making = null;
    });
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #search(query: MessageQuery, rows: readonly IndexedSession[]): Promise<unknown> {
    await this.#catchUp(rows);
    this.follow();
    // The thread may have been closed meanwhile.
    if (this.#isStopped) return { rows: [], below: null, making: null };
    return { ...searchMessages(this.#options.db, query), making: this.#making };
  }

  async #catchUp(rows: readonly IndexedSession[]): Promise<void> {
    const near = rows.filter(({ summary, size }) => {
      const readTo = this.#table.chat(summary.key)?.readTo ?? 0;
      return !this.#busy.has(summary.key) && size - readTo <= mostBehind;
    });
    for (const { summary, file } of near.slice(0, mostBehindChats)) await this.#read(summary.key, file);
  }

  async #passes(): Promise<void> {
    try {
      while (this.#again && !this.#isStopped) {
        this.#again = false;
        // Before the first wait: who searches now is told that it is not whole.
        const stale = this.#stale();
        await this.#removeGone();
        await this.#readStale(stale);
      }
    } catch (error) {
      if (this.#isStopped) return;
      if (isCorruption(error)) this.#options.onCorruption(error);
      else
        this.#options.log("error", "the index of messages could not be brought up to date", { error: String(error) });
    }
  }

  async #removeGone(): Promise<void> {
    for (const key of this.#table.gone()) {
      while (!this.#isStopped && !this.#table.removeSome(key, messagesPerRemoval)) await setImmediate();
    }
  }

  #stale(): readonly StaleChat[] {
    const stale = this.#table.stale().filter(({ key }) => isSearchable(key));
    this.#setMade(0, stale.filter(({ isNew }) => isNew !== 0).length);
    return stale;
  }

  async #readStale(stale: readonly StaleChat[]): Promise<void> {
    const total = stale.filter(({ isNew }) => isNew !== 0).length;
    let done = 0;
    for (const { key, file, isNew } of stale) {
      if (this.#isStopped) return;
      await this.#read(key, file);
      if (isNew !== 0) done += 1;
      this.#setMade(done, total);
      await setImmediate();
    }
  }

  #setMade(done: number, total: number): void {
    this.#making = done < total ? { done, total } : null;
  }

  /** One after the other for each chat. */
  async #read(key: SessionKey, file: string): Promise<void> {
    if (!isSearchable(key)) return;
    await this.#busy.get(key);
    if (this.#isStopped) return;
    const reading = this.#readNow(key, file).finally(() => this.#busy.delete(key));
    this.#busy.set(key, reading);
    await reading;
  }

  async #readNow(key: SessionKey, file: string): Promise<void> {
    const { folder, files, now, log } = this.#options;
    const options = { table: this.#table, files, now, isStopped: () => this.#isStopped };
    try {
      await followChat({ key, path: join(folder, file) }, options);
    } catch (error) {
      if (this.#isStopped || isMissing(error)) return;
      if (isCorruption(error)) throw error;
      log("warn", "a chat could not be read for the search", { key, error: String(error) });
    }
  }
}
