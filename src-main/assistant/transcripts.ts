import { join } from "node:path";
import { createFileNotice } from "../agent/file-notice.ts";
import { createJournal, type Journal } from "../agent/journal.ts";
import { createRunTracker, type RunTracker } from "../agent/run-tracker.ts";
import { createSessionStore } from "../sessions/create-session-store.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { memoryWindowOf } from "../settings/memory-window.ts";
import { createDatabase, type Database } from "../storage/database.ts";
import type { Core } from "./core.ts";

/** The transcripts of all chats, the index over them, and the one way into them. */
export interface Transcripts extends AsyncDisposable {
  readonly sessions: SessionStore;
  readonly recallStore: Database["recall"];
  readonly journal: Journal;
  readonly runs: RunTracker;
}

export function openTranscripts({
  host,
  files,
  ids,
  events,
  keys,
  settings,
  folders,
  privateChats,
}: Core): Transcripts {
  const { home } = host.paths;
  const sessionsFolder = join(folders.workspace, "sessions");
  const backupsFolder = join(home, "backups");
  const database = createDatabase({
    worker: host.paths.databaseWorker,
    path: join(home, "perch.db"),
    sessionsFolder,
    backupsFolder,
    log: host.log,
    clock: host,
  });
  const runs = createRunTracker(events);
  const journal = createJournal(events, runs);
  const sessions = createSessionStore({
    host,
    files,
    database,
    sessionsFolder,
    backupsFolder,
    trashFolder: join(home, "trash"),
    attachmentsFolder: join(folders.workspace, "attachments"),
    privateChats,
    memoryWindow: memoryWindowOf(settings),
    clean: keys.redactAll,
    onFileChanged: createFileNotice({ host, ids, journal }),
  });
  return {
    sessions,
    recallStore: database.recall,
    journal,
    runs,
    async [Symbol.asyncDispose]() {
      await sessions.close();
      await database.close();
    },
  };
}
