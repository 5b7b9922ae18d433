import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { foldText } from "../../../src-main/storage/fold-text.ts";
import { migrate } from "../../../src-main/storage/open-database.ts";
import type { IndexedSession } from "../../../src-main/storage/session-file/session-summary.ts";
import { SessionTable } from "../../../src-main/storage/session-table.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";

function row(title: string, mtimeMs: number): IndexedSession {
  const key = sessionKeySchema.parse("cli:1");
  const flags = { pinned: false, archived: false, missing: false };
  const summary = {
    key,
    title,
    createdAt: 1,
    updatedAt: 1,
    state: "idle" as const,
    preview: "",
    damagedLines: 0,
    ...flags,
  };
  return { summary, file: "cli+1.jsonl", size: 1, mtimeMs };
}

test("a row that was read from the file before an append does not replace the one that came with the append", () => {
  const db = new Sqlite(":memory:");
  db.function("fold", (value) => foldText(String(value)));
  migrate(db);
  const table = new SessionTable(db);
  const titles = () =>
    table.list({ search: null, archived: false, after: null, limit: 9 }).sessions.map(({ title }) => title);
  table.put([row("appended", 20)]);
  table.refresh([row("read before", 10)]);
  expect(titles()).toEqual(["appended"]);
  table.refresh([row("read after", 30)]);
  expect(titles()).toEqual(["read after"]);
  table.put([row("open session", 25)]);
  expect(titles()).toEqual(["open session"]);
  db.close();
});
