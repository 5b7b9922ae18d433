import type { Migration } from "./migration.ts";

/** Why a file cannot be read; null where it can. */
export const unreadableMigration: Migration = {
  version: 2,
  sql: "ALTER TABLE sessions ADD COLUMN unreadable TEXT;",
};
