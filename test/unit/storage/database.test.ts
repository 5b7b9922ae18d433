import { mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../../src-main/storage/database.ts";
import { createDatabase } from "../../../src-main/storage/database.ts";
import type { IndexQuery } from "../../../src-main/storage/database-calls.ts";
import { fileNameOf } from "../../../src-main/storage/session-file/file-name.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { threadScripts } from "../../support/thread-scripts.ts";

let home = "";
let sessionsFolder = "";
const opened: Database[] = [];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "perch-index-"));
  sessionsFolder = join(home, "sessions");
  await mkdir(sessionsFolder);
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  await rm(home, { recursive: true });
});

const logged: string[] = [];
function database(worker = threadScripts.databaseWorker): Database {
  const made = createDatabase({
    worker,
    path: join(home, "perch.db"),
    sessionsFolder,
    backupsFolder: join(home, "backups"),
    log: (_, message) => void logged.push(message),
    clock: { now: () => Date.parse("2026-12-24T00:00:00.000Z") },
  });
  opened.push(made);
  return made;
}

const keyOf = (key: string) => sessionKeySchema.parse(key);
const pathOf = (key: string) => join(sessionsFolder, fileNameOf(keyOf(key)));
const day = Date.parse("2026-11-01T00:00:00Z");

async function writeSession(key: string, minutes: number, title = `chat ${key}`): Promise<void> {
  const timestamp = new Date(day + minutes * 60_000).toISOString();
  const lines = [
    { _type: "metadata", version: 1, key, createdAt: timestamp },
    { id: "m0", parentId: null, role: "user", content: title, timestamp },
  ];
  await writeFile(pathOf(key), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

const all: IndexQuery = { search: null, archived: false, attended: false, after: null, limit: 100 };
async function listed(index: Database, query: Partial<IndexQuery> = {}) {
  const page = await index.sessions.list({ ...all, ...query }, []);
  if (!page.ok) throw new Error(page.error.message);
  return page.value.sessions;
}
const keysOf = (rows: readonly { readonly key: string }[]) => rows.map((row) => row.key);

describe("the index of sessions", () => {
  test("is read from the files, newest activity first", async () => {
    for (const n of [2, 1, 3]) await writeSession(`cli:${n}`, n);
    const rows = await listed(database());
    expect(keysOf(rows)).toEqual(["cli:3", "cli:2", "cli:1"]);
    expect(rows[0]).toMatchObject({
      title: "chat cli:3",
      preview: "chat cli:3",
      state: "idle",
      createdAt: day + 180_000,
    });
  });

  test("a folder that is not there yet is an empty list", async () => {
    await rm(sessionsFolder, { recursive: true });
    expect(await listed(database())).toEqual([]);
  });

  test("deleting the database loses nothing", async () => {
    for (const n of [1, 2]) await writeSession(`cli:${n}`, n);
    const first = database();
    const before = await listed(first);
    await first.close();
    for (const name of await readdir(home)) if (name.startsWith("perch.db")) await rm(join(home, name));
    expect(await listed(database())).toEqual(before);
  });

  test("a database that is garbage is moved to the backups and built again", async () => {
    await writeSession("cli:1", 1);
    await writeFile(join(home, "perch.db"), "garbage ".repeat(2000));
    expect(keysOf(await listed(database()))).toEqual(["cli:1"]);
    expect(await readdir(join(home, "backups"))).toEqual(["perch.db-20261224T000000000Z"]);
  });

  test("a database whose pages are spoiled is moved to the backups and built again", async () => {
    for (let n = 0; n < 300; n += 1) await writeSession(`cli:${n}`, n, `chat ${n} ${"x".repeat(50)}`);
    const first = database();
    await first.sessions.settled();
    await first.close();
    const handle = await open(join(home, "perch.db"), "r+");
    const { size } = await handle.stat();
    await handle.write(Buffer.alloc(size - 4096, 0xab), 0, size - 4096, 4096);
    await handle.close();
    const again = database();
    await again.sessions.settled();
    expect(await listed(again, { limit: 500 })).toHaveLength(300);
    expect(await readdir(join(home, "backups"))).toContain("perch.db-20261224T000000000Z");
  });

  test("only files that changed are read again", async () => {
    for (const n of [1, 2]) await writeSession(`cli:${n}`, n);
    const first = database();
    await listed(first);
    await first.close();
    // Same size, same time: taken for unchanged. Another time: read again.
    const frozen = new Date(day);
    for (const n of [1, 2]) await utimes(pathOf(`cli:${n}`), frozen, frozen);
    const second = database();
    await listed(second);
    await second.close();
    for (const n of [1, 2]) await writeSession(`cli:${n}`, n, `CHAT cli:${n}`);
    await utimes(pathOf("cli:1"), frozen, frozen);
    expect((await listed(database())).map((row) => row.title)).toEqual(["CHAT cli:2", "chat cli:1"]);
  });

  test("a row whose file is gone is shown as missing, and as found when it is back (SEC-023)", async () => {
    await writeSession("cli:1", 1);
    const first = database();
    await listed(first);
    await first.close();
    await rm(pathOf("cli:1"));
    const second = database();
    expect(await listed(second)).toMatchObject([{ key: "cli:1", missing: true, title: "chat cli:1" }]);
    await second.close();
    await writeSession("cli:1", 1);
    expect(await listed(database())).toMatchObject([{ key: "cli:1", missing: false }]);
  });

  test("a removed row is gone, and it is told whether there was one", async () => {
    await writeSession("cli:1", 1);
    const index = database();
    await listed(index);
    expect(await index.sessions.remove(keyOf("cli:1"))).toEqual({ ok: true, value: true });
    expect(await index.sessions.remove(keyOf("cli:1"))).toEqual({ ok: true, value: false });
    expect(await listed(index)).toEqual([]);
  });

  test("titles are searched without regard to case and accents, and wildcards are plain characters", async () => {
    await writeSession("cli:1", 1, "Réservation à Zürich");
    await writeSession("cli:2", 2, "100% done_now");
    const index = database();
    for (const search of ["reserv", "ZURICH", "à z"])
      expect(keysOf(await listed(index, { search }))).toEqual(["cli:1"]);
    expect(keysOf(await listed(index, { search: "0% D" }))).toEqual(["cli:2"]);
    expect(await listed(index, { search: "%" })).toHaveLength(1);
    expect(await listed(index, { search: "d_ne" })).toEqual([]);
  });

  test("files that are no sessions, empty ones and copies under other names are passed over", async () => {
    await writeSession("cli:1", 1);
    await writeFile(join(sessionsFolder, "notes.txt"), "");
    await writeFile(join(sessionsFolder, "cli+2.jsonl"), "");
    await writeFile(join(sessionsFolder, "cli+1 (copy).jsonl"), '{"_type":"metadata","version":1,"key":"cli:1"}\n');
    await mkdir(join(sessionsFolder, "cli+3.jsonl"));
    expect(keysOf(await listed(database()))).toEqual(["cli:1"]);
  });

  test("ten thousand files are all listed after the database was deleted, and questions are answered meanwhile (SEC-021)", async () => {
    for (let n = 0; n < 10_000; n += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, at) => writeSession(`cli:${n + at}`, n + at)));
    }
    const index = database();
    const order: string[] = [];
    const settled = index.sessions.settled().then(() => order.push("settled"));
    const page = await index.sessions.list({ ...all, limit: 50 }, []);
    order.push("first page");
    expect(page.ok && page.value.sessions).toHaveLength(50);
    await settled;
    expect(order).toEqual(["first page", "settled"]);
    const keys = new Set<string>();
    for (let after: IndexQuery["after"] = null; ; ) {
      const rows = await listed(index, { after, limit: 1000 });
      for (const row of rows) keys.add(row.key);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last;
    }
    expect(keys.size).toBe(10_000);
  }, 60_000);
});

describe("the thread", () => {
  test("is not started before the first question, and closing it twice or unused is fine", async () => {
    const index = database();
    await index.close();
    expect(await readdir(home)).toEqual(["sessions"]);
    await listed(index);
    await index.close();
    await index.close();
    expect(await readdir(home)).toContain("perch.db");
  });

  test("that is closed while it starts and is asked cancels what it did not answer, and that is no fault", async () => {
    for (let n = 0; n < 300; n += 1) await writeSession(`cli:${n}`, n);
    const index = database();
    logged.length = 0;
    const asked = [index.sessions.list(all, []), index.sessions.unfinished([]), index.sessions.settled()];
    await index.close();
    const codes = (await Promise.all(asked)).map((answer) => (answer.ok ? "answered" : answer.error.code));
    expect(codes).toContain("cancelled");
    expect(codes).not.toContain("storage");
    expect(logged).toEqual([]);
    expect(await listed(index)).toHaveLength(100);
  });

  test("that cannot run and is closed meanwhile has not died", async () => {
    const index = database(new URL("./no-such-worker.ts", import.meta.url));
    logged.length = 0;
    const asked = index.sessions.list(all, []);
    await index.close();
    expect(await asked).toMatchObject({ ok: false, error: { code: "cancelled" } });
    expect(logged).toEqual([]);
  });

  test("a script that cannot run is a failure, told again without another try after three", async () => {
    const index = database(new URL("./no-such-worker.ts", import.meta.url));
    logged.length = 0;
    for (let n = 0; n < 5; n += 1) {
      expect(await index.sessions.list(all, [])).toMatchObject({ ok: false, error: { code: "storage" } });
    }
    expect(logged.filter((line) => line === "the database's thread ended")).toHaveLength(3);
  });

  test("a home in which no database can be made is a failure", async () => {
    await mkdir(join(home, "perch.db", "x"), { recursive: true });
    await writeFile(join(home, "backups"), "in the way");
    expect(await database().sessions.list(all, [])).toMatchObject({ ok: false, error: { code: "storage" } });
  });
});
