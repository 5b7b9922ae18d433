import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, type Database } from "../../../src-main/storage/database.ts";
import { type RecallEntry, type RecallQuery, recallSources } from "../../../src-main/storage/recall-calls.ts";
import type { ContractError } from "../../../src-preload/contract/errors.ts";
import type { Result } from "../../../src-preload/contract/result.ts";
import { threadScripts } from "../thread-scripts.ts";

export interface RecallBench extends AsyncDisposable {
  readonly database: Database;
  readonly logged: readonly string[];
  readonly path: string;
  /** The texts that are found, best first. */
  find(text: string, query?: Partial<RecallQuery>): Promise<readonly string[]>;
}

/** A database with its thread in a folder of its own. */
export async function openRecallBench(): Promise<RecallBench> {
  const home = await mkdtemp(join(tmpdir(), "perch-recall-"));
  const logged: string[] = [];
  const path = join(home, "perch.db");
  const database = createDatabase({
    worker: threadScripts.databaseWorker,
    path,
    sessionsFolder: join(home, "sessions"),
    backupsFolder: join(home, "backups"),
    log: (_, message) => void logged.push(message),
    clock: { now: () => now },
  });
  return {
    database,
    logged,
    path,
    find: async (text, query = {}) => {
      const hits = sure(await database.recall.search({ ...plainQuery, text, ...query }));
      return hits.map(({ entry }) => entry.text);
    },
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await rm(home, { recursive: true, maxRetries: 5 });
    },
  };
}

export const now = Date.UTC(2026, 10, 29);
export const plainQuery: RecallQuery = {
  text: "",
  limit: 5,
  exclude: [],
  sources: recallSources,
  vector: null,
  now,
};

export function sure<Value>(result: Result<Value, ContractError>): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A message of a chat, unless something else is said. */
export function said(id: string, text: string, more: Partial<RecallEntry> = {}): RecallEntry {
  return { id, source: "message", sessionKey: null, messageId: id, speaker: "", date: now, text, ...more };
}
