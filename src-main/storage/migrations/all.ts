import { sessionsMigration } from "./0001-sessions.ts";
import { unreadableMigration } from "./0002-unreadable.ts";
import { recallMigration } from "./0003-recall.ts";
import { messageSearchMigration } from "./0004-message-search.ts";
import type { Migration } from "./migration.ts";

/** In order, without gaps. */
export const migrations: readonly Migration[] = [
  sessionsMigration,
  unreadableMigration,
  recallMigration,
  messageSearchMigration,
];
