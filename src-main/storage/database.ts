import type { Worker } from "node:worker_threads";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import { fail, ok } from "../../src-preload/contract/result.ts";
import type { SessionSummary } from "../../src-preload/contract/session.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Clock, Log } from "../host.ts";
import { reasonOf } from "../thrown.ts";
import { text } from "../words.ts";
import type { DatabaseReply, DatabaseRequest, DatabaseWorkerData, IndexPage, IndexQuery } from "./database-calls.ts";
import { indexPageSchema, summarySchema } from "./database-calls.ts";
import { createMessageStore, type MessageStore } from "./message-store.ts";
import { createRecallStore, type RecallStore } from "./recall-store.ts";
import type { IndexedSession } from "./session-file/session-summary.ts";

/** The list of chats as the database knows it. `rows`: sessions in memory that are ahead of their row. */
export interface SessionIndex {
  list(query: IndexQuery, rows: readonly IndexedSession[]): AsyncResult<IndexPage>;
  unfinished(rows: readonly IndexedSession[]): AsyncResult<readonly SessionSummary[]>;
  /** False when it does not know this session. */
  remove(key: SessionKey): AsyncResult<boolean>;
  /** Resolves when every session file was looked at once. */
  settled(): AsyncResult<void>;
}

/** An index that can be deleted at any time: it is built again from the files. Its thread starts with the first question. */
export interface Database {
  readonly sessions: SessionIndex;
  readonly recall: RecallStore;
  readonly messages: MessageStore;
  /** Ends the thread. A later question starts it again. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** The script of the thread: `host.paths.databaseWorker`. */
  readonly worker: URL;
  readonly path: string;
  readonly sessionsFolder: string;
  readonly backupsFolder: string;
  readonly log: Log;
  readonly clock: Pick<Clock, "now">;
}

interface Pending {
  readonly answer: (value: unknown) => void;
  readonly failure: (reason: string) => void;
}

/** A thread that dies this often is not started again. */
const maxDeaths = 3;

class DatabaseThread {
  readonly #options: DatabaseOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | null = null;
  #deaths = 0;
  #lastDeath = "";
  #nextId = 1;

  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  #isClosing = false;

  call<Value>(request: DatabaseRequest, schema: z.ZodType<Value>): AsyncResult<Value> {
    return new Promise((resolve) => {
      // Whoever asked is being closed too: what was not answered any more is no fault.
      const failure = (reason: string) =>
        resolve(
          fail(
            this.#isClosing
              ? contractError("cancelled", text("contract.closing"))
              : contractError("storage", text("storage.noDatabase", { reason }), { reason }),
          ),
        );
      if (this.#worker === null && this.#deaths >= maxDeaths) return failure(this.#lastDeath);
      const worker = this.#worker ?? this.#start();
      const id = this.#nextId;
      this.#nextId += 1;
      const answer = (value: unknown) => {
        const parsed = schema.safeParse(value);
        if (parsed.success) resolve(ok(parsed.data));
        else failure(parsed.error.message);
      };
      this.#pending.set(id, { failure, answer });
      worker.ref();
      worker.postMessage({ id, request });
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#isClosing = true;
    const ended = new Promise<void>((resolve) => void worker.once("exit", () => resolve()));
    const closed = await this.call({ name: "close" }, z.undefined());
    this.#forget(worker, "closed");
    worker.ref();
    // A thread that is ended from outside while it is in a call of the database or of the system can take the process with it.
    if (!closed.ok) await worker.terminate();
    await ended;
    this.#isClosing = false;
  }

  #start(): Worker {
    const { worker: script, path, sessionsFolder, backupsFolder, log, clock } = this.#options;
    const workerData: DatabaseWorkerData = { path, sessionsFolder, backupsFolder, now: clock.now() };
    // Loaded with the first question, as the thread is.
    const threads = process.getBuiltinModule("node:worker_threads");
    const worker = new threads.Worker(script, { workerData, name: "database" });
    const died = (reason: string): void => {
      if (this.#worker !== worker) return;
      if (this.#isClosing) {
        this.#forget(worker, reason);
        return;
      }
      this.#deaths += 1;
      this.#lastDeath = reason;
      log("error", "the database's thread ended", { reason, deaths: this.#deaths });
      this.#forget(worker, reason);
    };
    worker.on("message", (reply: DatabaseReply) => this.#receive(worker, reply));
    worker.on("error", (error) => died(reasonOf(error)));
    worker.on("exit", (code) => died(`exit ${code}`));
    this.#worker = worker;
    return worker;
  }

  #receive(worker: Worker, reply: DatabaseReply): void {
    if (reply.kind === "log") {
      this.#options.log(reply.level, reply.message, reply.data);
      return;
    }
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    // Between questions the thread does not keep the process alive.
    if (this.#pending.size === 0) worker.unref();
    if (reply.kind === "answer") pending?.answer(reply.value);
    else pending?.failure(reply.reason);
  }

  #forget(worker: Worker, reason: string): void {
    if (this.#worker === worker) this.#worker = null;
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of waiting) pending.failure(reason);
  }
}

export function createDatabase(options: DatabaseOptions): Database {
  const thread = new DatabaseThread(options);
  return {
    sessions: {
      list: (query, rows) => thread.call({ name: "list", query, rows }, indexPageSchema),
      unfinished: (rows) => thread.call({ name: "unfinished", rows }, z.array(summarySchema)),
      remove: (key) => thread.call({ name: "remove", key }, z.boolean()),
      settled: () => thread.call({ name: "settled" }, z.undefined()),
    },
    recall: createRecallStore((call, schema) => thread.call({ name: "recall", call }, schema)),
    messages: createMessageStore((asked, schema) => thread.call({ name: "messages", ...asked }, schema)),
    close: () => thread.close(),
  };
}
