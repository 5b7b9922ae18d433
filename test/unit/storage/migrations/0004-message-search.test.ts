import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { sessionsMigration } from "../../../../src-main/storage/migrations/0001-sessions.ts";
import { unreadableMigration } from "../../../../src-main/storage/migrations/0002-unreadable.ts";
import { recallMigration } from "../../../../src-main/storage/migrations/0003-recall.ts";
import { messageSearchMigration } from "../../../../src-main/storage/migrations/0004-message-search.ts";
import { migrate } from "../../../../src-main/storage/open-database.ts";

test("a database of before gets an empty index of messages, from which rows can be taken by their number", () => {
  const before = [sessionsMigration, unreadableMigration, recallMigration];
  const db = new Sqlite(":memory:");
  migrate(db, before);
  db.exec("INSERT INTO sessions VALUES ('cli:1', 'f', 1, 1, 't', 1, 1, 'idle', 0, 0, '', 0, 0, NULL)");
  migrate(db, [...before, messageSearchMigration]);
  expect(db.prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(1);
  db.exec("INSERT INTO search_grams (rowid, grams) VALUES (7, 'ren ent')");
  const found = db.prepare(`SELECT rowid FROM search_grams WHERE search_grams MATCH '"re"*'`).pluck();
  expect(found.all()).toEqual([7]);
  db.exec("DELETE FROM search_grams WHERE rowid = 7");
  expect(found.all()).toEqual([]);
  const insert = "INSERT INTO search_messages VALUES (1, 1, 'a', 'user', 0, 1, 'rent', NULL)";
  db.exec(insert);
  expect(() => db.exec(insert.replace("(1,", "(2,"))).toThrow("UNIQUE");
  db.close();
});
