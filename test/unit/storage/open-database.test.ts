import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrations } from "../../../src-main/storage/migrations/all.ts";
import { migrate, openDatabase } from "../../../src-main/storage/open-database.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "perch-database-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function place() {
  const logged: string[] = [];
  const log = (_: string, message: string) => void logged.push(message);
  return { path: join(folder, "perch.db"), backupsFolder: join(folder, "backups"), now: 0, log, logged };
}

const tablesOf = (db: Sqlite.Database) =>
  db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();

describe("opening the database", () => {
  test("a new one has the newest shape, keeps a write-ahead log and is for its owner alone", () => {
    const db = openDatabase(place());
    expect(db.pragma("user_version", { simple: true })).toBe(migrations.at(-1)?.version);
    expect(db.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(statSync(join(folder, "perch.db")).mode & 0o077).toBe(0);
    db.close();
  });

  test("opening again changes nothing", () => {
    const first = openDatabase(place());
    first.exec("CREATE TABLE mark (x)");
    first.close();
    const again = openDatabase(place());
    expect(tablesOf(again)).toContain("mark");
    again.close();
  });

  test.each([
    ["garbage", () => writeFileSync(join(folder, "perch.db"), "no database ".repeat(1000))],
    [
      "one of a later version",
      () => {
        const db = new Sqlite(join(folder, "perch.db"));
        db.pragma("user_version = 9999");
        db.close();
      },
    ],
  ])("%s is moved aside and a new one is made", (_, spoil) => {
    spoil();
    const at = place();
    const db = openDatabase(at);
    expect(tablesOf(db)).toContain("sessions");
    expect(readdirSync(at.backupsFolder)[0]).toBe("perch.db-19700101T000000000Z");
    expect(at.logged).toEqual(["the database was moved aside and is built again"]);
    db.close();
  });
});

describe("migrations", () => {
  test("are numbered from 1 without gaps", () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, at) => at + 1));
  });

  test("one that fails leaves the database as it was before it", () => {
    const db = new Sqlite(":memory:");
    const steps = [
      { version: 1, sql: "CREATE TABLE a (x)" },
      { version: 2, sql: "CREATE TABLE b (x); CREATE TABLE a (x)" },
    ];
    expect(() => migrate(db, steps)).toThrow("already exists");
    expect(tablesOf(db)).toEqual(["a"]);
    expect(db.pragma("user_version", { simple: true })).toBe(1);
    db.close();
  });
});
