import { parentPort, workerData } from "node:worker_threads";
import type { Database } from "better-sqlite3";
import { assertNever } from "../../src-preload/contract/result.ts";
import type { Log } from "../host.ts";
import { RecallService } from "../knowledge/recall/recall-service.ts";
import type { DatabaseCall, DatabaseReply, DatabaseRequest, DatabaseWorkerData } from "./database-calls.ts";
import { nodeFileSystem } from "./file-system.ts";
import { MessageIndex } from "./message-search/message-index.ts";
import { isCorruption, moveDatabaseAside, openDatabase } from "./open-database.ts";
import { reconcile } from "./reconcile.ts";
import { SessionTable } from "./session-table.ts";

/*
 * The database's thread. It keeps the table of sessions beside the files and answers questions about it, one message a
 * question; questions may come while the files are being read.
 */

/** Files that are read before the first list is answered: enough for a page, soon enough not to be waited for. */
const filesBeforeFirstList = 200;
/** After this long, a question has the folder looked at again in the background. */
const lookAgainAfterMs = 30_000;

class DatabaseService {
  readonly #place: DatabaseWorkerData & { readonly log: Log };
  readonly #startedAt = performance.now();
  #db: Database;
  #table: SessionTable;
  #recall: RecallService | null = null;
  #messages: MessageIndex | null = null;
  #isClosed = false;
  #generation = 0;
  #early: Promise<void> = Promise.resolve();
  #settled: Promise<void> = Promise.resolve();
  #settledAt: number | null = null;

  constructor(data: DatabaseWorkerData, log: Log) {
    this.#place = { ...data, log };
    this.#db = openDatabase(this.#place);
    this.#table = new SessionTable(this.#db);
    this.#look();
  }

  /** Answers one question; a database that turns out to be corrupt is built again, and asked again. */
  async answer(request: DatabaseRequest): Promise<unknown> {
    await this.#ready(request);
    const generation = this.#generation;
    try {
      return await this.#ask(request);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      if (generation === this.#generation) this.#rebuild(error);
      await this.#ready(request);
      return await this.#ask(request);
    }
  }

  async #ready(request: DatabaseRequest): Promise<void> {
    if (request.name === "list" || (request.name === "messages" && request.call.kind === "search")) await this.#early;
    const isOfAll = request.name === "messages" && request.call.kind === "settled";
    if (request.name !== "unfinished" && request.name !== "settled" && !isOfAll) return;
    // A pass that finds the database corrupt starts another one.
    for (let pass: Promise<void> | null = null; pass !== this.#settled; ) {
      pass = this.#settled;
      await pass;
    }
  }

  #ask(request: DatabaseRequest): unknown {
    switch (request.name) {
      case "list":
        this.#lookAgain();
        this.#table.put(request.rows);
        return this.#table.list(request.query);
      case "unfinished":
        this.#table.put(request.rows);
        return this.#table.unfinished();
      case "remove":
        return this.#table.remove(request.key);
      case "settled":
        return undefined;
      case "recall":
        this.#recall ??= new RecallService(this.#db, this.#place.log);
        return this.#recall.answer(request.call);
      case "messages":
        this.#lookAgain();
        this.#table.put(request.rows);
        this.#messages ??= this.#openMessages();
        return this.#messages.answer(request.call, request.rows);
      case "close":
        this.#isClosed = true;
        this.#messages?.stop();
        this.#db.close();
        return undefined;
      default:
        return assertNever(request);
    }
  }

  #openMessages(): MessageIndex {
    const generation = this.#generation;
    return new MessageIndex({
      db: this.#db,
      folder: this.#place.sessionsFolder,
      files: nodeFileSystem,
      log: this.#place.log,
      now: () => this.#now(),
      onCorruption: (error) => {
        if (generation === this.#generation && !this.#isClosed) this.#rebuild(error);
      },
    });
  }

  #now(): number {
    return Math.round(this.#place.now + performance.now() - this.#startedAt);
  }

  #lookAgain(): void {
    if (this.#settledAt !== null && performance.now() - this.#settledAt > lookAgainAfterMs) this.#look();
  }

  /** Starts a pass over the folder. Questions wait for the first one only. */
  #look(): void {
    const isFirst = this.#settledAt === null;
    const generation = this.#generation;
    const early = Promise.withResolvers<void>();
    this.#settledAt = Number.POSITIVE_INFINITY;
    const pass = this.#pass(generation, (read) => {
      if (read >= filesBeforeFirstList) early.resolve();
    }).finally(() => {
      early.resolve();
      if (generation !== this.#generation || this.#isClosed) return;
      this.#settledAt = performance.now();
      this.#messages?.follow();
    });
    if (!isFirst) return;
    this.#early = early.promise;
    this.#settled = pass;
  }

  async #pass(generation: number, onProgress: (read: number) => void): Promise<void> {
    const { sessionsFolder, log } = this.#place;
    const isStopped = () => this.#isClosed || generation !== this.#generation;
    try {
      await reconcile({
        table: this.#table,
        folder: sessionsFolder,
        files: nodeFileSystem,
        log,
        now: () => this.#now(),
        onProgress,
        isStopped,
      });
    } catch (error) {
      if (isStopped()) return;
      if (isCorruption(error)) this.#rebuild(error);
      else log("error", "the folder of sessions could not be read", { sessionsFolder, error: String(error) });
    }
  }

  #rebuild(reason: unknown): void {
    this.#generation += 1;
    const messages = this.#messages;
    messages?.stop();
    this.#db.close();
    moveDatabaseAside(this.#place, reason);
    this.#db = openDatabase(this.#place);
    this.#table = new SessionTable(this.#db);
    this.#recall = null;
    this.#messages = messages === null ? null : this.#openMessages();
    this.#settledAt = null;
    this.#look();
  }
}

const port = parentPort;
if (port === null) throw new Error("the database runs in a thread of its own");
const send = (reply: DatabaseReply): void => port.postMessage(reply);
const service = new DatabaseService(workerData, (level, message, data = {}) =>
  send({ kind: "log", level, message, data }),
);
port.on("message", ({ id, request }: DatabaseCall) => {
  service.answer(request).then(
    (value) => {
      send({ kind: "answer", id, value });
      // Nothing is left to do then but the end of a pass: the thread ends.
      if (request.name === "close") port.close();
    },
    (error) => send({ kind: "failure", id, reason: String(error) }),
  );
});
