import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { sessionsMigration } from "../../../../src-main/storage/migrations/0001-sessions.ts";
import { unreadableMigration } from "../../../../src-main/storage/migrations/0002-unreadable.ts";
import { recallMigration } from "../../../../src-main/storage/migrations/0003-recall.ts";
import { migrate } from "../../../../src-main/storage/open-database.ts";

test("a database of before gets an empty index, whose words follow its entries", () => {
  const db = new Sqlite(":memory:");
  migrate(db, [sessionsMigration, unreadableMigration]);
  db.exec("INSERT INTO sessions VALUES ('cli:1', 'f', 1, 1, 't', 1, 1, 'idle', 0, 0, '', 0, 0, NULL)");
  migrate(db, [sessionsMigration, unreadableMigration, recallMigration]);
  expect(db.prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(1);
  const insert = `INSERT INTO recall_entries (inGroup, position, id, source, speaker, words, asked, tellsTime, text, pairs)
    VALUES (1, 0, 'a', 'fact', '', 2, 0, 0, 'running water', '')`;
  db.exec(insert);
  const found = db.prepare("SELECT count(*) FROM recall_words WHERE recall_words MATCH 'runs'").pluck();
  expect(found.get()).toBe(1);
  expect(() => db.exec(insert)).toThrow("UNIQUE");
  db.exec("DELETE FROM recall_entries");
  expect(found.get()).toBe(0);
  db.close();
});
