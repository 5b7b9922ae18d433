import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { foldText } from "../../../src-main/storage/fold-text.ts";
import { migrate } from "../../../src-main/storage/open-database.ts";
import type { IndexedSession } from "../../../src-main/storage/session-file/session-summary.ts";
import { SessionTable } from "../../../src-main/storage/session-table.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";

function row(title: string, mtimeMs: number, name = "cli:1"): IndexedSession {
  const key = sessionKeySchema.parse(name);
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
  return { summary, file: `${name.replace(":", "+")}.jsonl`, size: 1, mtimeMs };
}

function openTable() {
  const db = new Sqlite(":memory:");
  db.function("fold", (value) => foldText(String(value)));
  migrate(db);
  const table = new SessionTable(db);
  const titles = (attended = false) =>
    table.list({ search: null, archived: false, attended, after: null, limit: 9 }).sessions.map(({ title }) => title);
  return { table, titles, [Symbol.dispose]: () => void db.close() };
}

test("runs of jobs are no chats that people began", () => {
  using open = openTable();
  open.table.put([row("chat", 1, "cli:cron"), row("run", 1, "cron:a-b"), row("helper", 1, "subagent:a")]);
  expect(open.titles().toSorted()).toEqual(["chat", "helper", "run"]);
  expect(open.titles(true)).toEqual(["chat"]);
});

test("a row that was read from the file before an append does not replace the one that came with the append", () => {
  using open = openTable();
  const { table, titles } = open;
  table.put([row("appended", 20)]);
  table.refresh([row("read before", 10)]);
  expect(titles()).toEqual(["appended"]);
  table.refresh([row("read after", 30)]);
  expect(titles()).toEqual(["read after"]);
  table.put([row("open session", 25)]);
  expect(titles()).toEqual(["open session"]);
});
