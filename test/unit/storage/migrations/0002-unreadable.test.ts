import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { sessionsMigration } from "../../../../src-main/storage/migrations/0001-sessions.ts";
import { unreadableMigration } from "../../../../src-main/storage/migrations/0002-unreadable.ts";
import { migrate } from "../../../../src-main/storage/open-database.ts";

test("a row of before has no reason why it could not be read", () => {
  const db = new Sqlite(":memory:");
  migrate(db, [sessionsMigration]);
  db.exec("INSERT INTO sessions VALUES ('cli:1', 'f', 1, 1, 't', 1, 1, 'idle', 0, 0, '', 0, 0)");
  migrate(db, [sessionsMigration, unreadableMigration]);
  expect(db.prepare("SELECT title, unreadable FROM sessions").all()).toEqual([{ title: "t", unreadable: null }]);
  db.close();
});
