import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { sessionsMigration } from "../../../../src-main/storage/migrations/0001-sessions.ts";
import { migrate } from "../../../../src-main/storage/open-database.ts";

test("an empty database gets the table of sessions, and a page of the list is found by its index", () => {
  const db = new Sqlite(":memory:");
  migrate(db, [sessionsMigration]);
  const names = db.prepare("SELECT name FROM pragma_table_info('sessions')").pluck().all();
  expect(names).toEqual([
    ...["key", "file", "size", "mtimeMs", "title", "createdAt", "updatedAt"],
    ...["state", "pinned", "archived", "preview", "damagedLines", "missing"],
  ]);
  const plan = db
    .prepare(
      "EXPLAIN QUERY PLAN SELECT * FROM sessions WHERE archived = 0 ORDER BY pinned DESC, updatedAt DESC, key DESC LIMIT 50",
    )
    .all();
  expect(JSON.stringify(plan)).toContain("sessions_in_order");
  expect(JSON.stringify(plan)).not.toContain("TEMP B-TREE");
  db.close();
});
