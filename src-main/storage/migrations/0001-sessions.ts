import type { Migration } from "./migration.ts";

/** The list of chats. Everything in it is read from the session files. */
export const sessionsMigration: Migration = {
  version: 1,
  sql: `
    CREATE TABLE sessions (
      key TEXT PRIMARY KEY,
      file TEXT NOT NULL UNIQUE,
      size INTEGER NOT NULL,
      mtimeMs REAL NOT NULL,
      title TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      state TEXT NOT NULL,
      pinned INTEGER NOT NULL,
      archived INTEGER NOT NULL,
      preview TEXT NOT NULL,
      damagedLines INTEGER NOT NULL,
      missing INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX sessions_in_order ON sessions (archived, pinned DESC, updatedAt DESC, key DESC);
    CREATE INDEX sessions_by_state ON sessions (state);
  `,
};
