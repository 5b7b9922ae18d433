import type { Migration } from "./migration.ts";

/**
 * The words of all messages. Everything in it is read from the session files. The number of a message rises with its date, so
 * that the newest are found first without sorting. `folded` is null where the text in small letters is all there is to it.
 * `search_grams` holds each three letters that stand together in a word, and marks for its chat and role.
 */
export const messageSearchMigration: Migration = {
  version: 4,
  sql: `
    CREATE TABLE search_chats (
      number INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      size INTEGER NOT NULL,
      mtimeMs REAL NOT NULL,
      readTo INTEGER NOT NULL,
      ending TEXT NOT NULL,
      tip TEXT
    ) STRICT;
    CREATE TABLE search_messages (
      number INTEGER PRIMARY KEY,
      chat INTEGER NOT NULL,
      id TEXT NOT NULL,
      role TEXT NOT NULL,
      date INTEGER NOT NULL,
      isActive INTEGER NOT NULL,
      text TEXT NOT NULL,
      folded TEXT,
      UNIQUE (chat, id)
    ) STRICT;
    CREATE VIRTUAL TABLE search_grams USING fts5(
      grams,
      content = '', contentless_delete = 1, detail = none, prefix = '1 2', tokenize = 'ascii'
    );
  `,
};
