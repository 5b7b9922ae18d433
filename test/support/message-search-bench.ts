import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "../../src-main/host.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";
import { MessageIndex } from "../../src-main/storage/message-search/message-index.ts";
import { readWords } from "../../src-main/storage/message-search/read-words.ts";
import {
  type MessageQuery,
  type MessageRow,
  type MessageSlice,
  messageSliceSchema,
} from "../../src-main/storage/message-search/search-calls.ts";
import { openDatabase } from "../../src-main/storage/open-database.ts";
import { reconcile } from "../../src-main/storage/reconcile.ts";
import { fileNameOf } from "../../src-main/storage/session-file/file-name.ts";
import type { IndexedSession } from "../../src-main/storage/session-file/session-summary.ts";
import { SessionTable } from "../../src-main/storage/session-table.ts";
import { type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";

export const searchDay = Date.parse("2026-11-01T00:00:00Z");

/** The index as the database's thread has it. */
export interface OpenIndex {
  readonly db: ReturnType<typeof openDatabase>;
  readonly table: SessionTable;
  /** Looks at the folder, and reads all that is not in the index. */
  look(): Promise<void>;
  ask(query: MessageQuery, rows?: readonly IndexedSession[]): Promise<MessageSlice>;
  close(): void;
}

export interface SearchBench extends AsyncDisposable {
  readonly home: string;
  readonly sessions: string;
  readonly logged: readonly string[];
  /** The index over these files; a second call is a later process. */
  open(): OpenIndex;
  pathOf(key: string): string;
  /** Writes a chat in which these lines follow each other. */
  write(key: string, lines: readonly object[]): Promise<void>;
}

/** A folder of session files, and the index of their words. */
export async function createSearchBench(): Promise<SearchBench> {
  const home = await mkdtemp(join(tmpdir(), "perch-search-"));
  const sessions = join(home, "sessions");
  await mkdir(sessions);
  const logged: string[] = [];
  const opened: OpenIndex[] = [];
  const pathOf = (key: string): string => join(sessions, fileNameOf(sessionKeySchema.parse(key)));
  return {
    home,
    sessions,
    logged,
    pathOf,
    open() {
      const made = openIndex(home, sessions, (level, message) => void logged.push(`${level}: ${message}`));
      opened.push(made);
      return made;
    },
    async write(key, lines) {
      const head = { _type: "metadata", version: 1, key, createdAt: new Date(searchDay).toISOString() };
      await writeFile(pathOf(key), linesOf([head, ...lines]));
    },
    async [Symbol.asyncDispose]() {
      for (const index of opened) index.close();
      await rm(home, { recursive: true });
    },
  };
}

function openIndex(home: string, folder: string, log: Log): OpenIndex {
  const now = () => Date.parse("2026-12-24T00:00:00.000Z");
  const db = openDatabase({ path: join(home, "perch.db"), backupsFolder: join(home, "backups"), now: now(), log });
  const table = new SessionTable(db);
  const onCorruption = (error: unknown): void => log("error", String(error));
  const index = new MessageIndex({ db, folder, files: nodeFileSystem, log, now, onCorruption });
  const place = { table, folder, files: nodeFileSystem, log, now };
  return {
    db,
    table,
    async look() {
      await reconcile({ ...place, onProgress: () => undefined, isStopped: () => false });
      await index.answer({ kind: "settled" }, []);
    },
    async ask(query, rows = []) {
      table.put(rows);
      return messageSliceSchema.parse(await index.answer({ kind: "search", query }, rows));
    },
    close() {
      index.stop();
      db.close();
    },
  };
}

export function linesOf(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** A message that follows another; `minute` counts from the day of the bench. */
export function said(id: string, content: string, more: Readonly<Record<string, unknown>> = {}): object {
  const { minute = 0, ...fields } = more;
  const timestamp = new Date(searchDay + Number(minute) * 60_000).toISOString();
  return { id, parentId: null, role: "user", content, timestamp, ...fields };
}

/** Messages of one branch, user and assistant in turn, a minute apart. */
export function branchOf(contents: readonly string[], prefix = "m", parent: string | null = null): readonly object[] {
  return contents.map((content, at) =>
    said(`${prefix}${at}`, content, {
      parentId: at === 0 ? parent : `${prefix}${at - 1}`,
      role: at % 2 === 0 ? "user" : "assistant",
      minute: at,
    }),
  );
}

export type Narrowed = Partial<Omit<MessageQuery, "words" | "sessionKey">> & { readonly sessionKey?: string };

export function queryOf(typed: string, { sessionKey, ...narrowed }: Narrowed = {}): MessageQuery {
  const chat: SessionKey | null = sessionKey === undefined ? null : sessionKeySchema.parse(sessionKey);
  const all = { role: null, from: null, to: null, below: null, limit: 100 };
  return { ...all, ...narrowed, words: readWords(typed), sessionKey: chat };
}

/** All that is found, page after page, once everything is in the index. */
export async function search(index: OpenIndex, typed: string, narrowed: Narrowed = {}): Promise<readonly MessageRow[]> {
  await index.look();
  const query = queryOf(typed, narrowed);
  const rows: MessageRow[] = [];
  for (let below = query.below; ; ) {
    const slice = await index.ask({ ...query, below });
    rows.push(...slice.rows);
    below = slice.below;
    if (below === null) return rows;
  }
}

export const idsOf = (rows: readonly MessageRow[]): readonly string[] => rows.map(({ messageId }) => messageId);
