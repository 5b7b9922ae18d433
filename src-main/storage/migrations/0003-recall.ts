import type { Migration } from "./migration.ts";

/**
 * What can be recalled. Everything in it is read from files. `pairs` holds what is written without spaces, cut into pairs
 * of letters. Vectors lie beside; the table that searches them is made when the first one comes, since its shape is the
 * model's.
 */
export const recallMigration: Migration = {
  version: 3,
  sql: `
    CREATE TABLE recall_groups (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL) STRICT;
    CREATE TABLE recall_entries (
      number INTEGER PRIMARY KEY,
      inGroup INTEGER NOT NULL,
      position INTEGER NOT NULL,
      id TEXT NOT NULL,
      source TEXT NOT NULL,
      sessionKey TEXT,
      messageId TEXT,
      speaker TEXT NOT NULL,
      date INTEGER,
      words INTEGER NOT NULL,
      asked REAL NOT NULL,
      tellsTime INTEGER NOT NULL,
      text TEXT NOT NULL,
      pairs TEXT NOT NULL,
      UNIQUE (inGroup, position),
      UNIQUE (inGroup, id)
    ) STRICT;
    CREATE INDEX recall_by_speaker ON recall_entries (speaker);
    CREATE VIRTUAL TABLE recall_words USING fts5(
      text, pairs, source,
      content = 'recall_entries', content_rowid = 'number', columnsize = 0,
      tokenize = 'porter unicode61 remove_diacritics 2'
    );
    CREATE TRIGGER recall_added AFTER INSERT ON recall_entries BEGIN
      INSERT INTO recall_words (rowid, text, pairs, source) VALUES (new.number, new.text, new.pairs, new.source);
    END;
    CREATE TRIGGER recall_removed AFTER DELETE ON recall_entries BEGIN
      INSERT INTO recall_words (recall_words, rowid, text, pairs, source)
      VALUES ('delete', old.number, old.text, old.pairs, old.source);
    END;
    CREATE TABLE recall_vectors (number INTEGER PRIMARY KEY, vector BLOB NOT NULL) STRICT;
    CREATE TABLE recall_model (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      name TEXT NOT NULL,
      dimensions INTEGER NOT NULL,
      trust REAL NOT NULL,
      judgedAt INTEGER NOT NULL
    ) STRICT;
  `,
};
