import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SessionStore } from "../../../src-main/sessions/session-store.ts";
import {
  calling,
  conversation,
  createHome,
  idsOf,
  keyOf,
  linesOf,
  metadata,
  request,
  runEnd,
  runOf,
  timeAt,
  unwrap,
  user,
} from "./fixture.ts";

const all = { archived: false, limit: 50 };

async function said(store: SessionStore, key: string, words: string, seconds = 1) {
  const session = unwrap(await store.open(keyOf(key)));
  unwrap(await session.append([user(`${key}-${seconds}`, session.head, words, { timestamp: timeAt(seconds) })]));
  return session;
}
async function listed(store: SessionStore, query = {}) {
  return unwrap(await store.list({ ...all, ...query })).sessions.map((row) => row.key);
}

describe("finding", () => {
  test("what is not there is not found, with the path where it would be; opening makes it", async () => {
    const home = await createHome();
    const store = home.store();
    const found = await store.find(keyOf("cli:1"));
    expect(found).toMatchObject({ ok: false, error: { code: "not-found", data: { path: home.pathOf("cli:1") } } });
    expect((await store.open(keyOf("cli:1"))).ok).toBe(true);
    expect(await readdir(home.sessions)).toEqual([]);
  });

  test("a find and an open at once do not get in each other's way", async () => {
    const home = await createHome();
    const store = home.store();
    const [found, opened] = await Promise.all([store.find(keyOf("cli:1")), store.open(keyOf("cli:1"))]);
    expect([found.ok, opened.ok]).toEqual([false, true]);
  });

  test("many sessions are opened and written, and each is the same object as long as somebody holds it", async () => {
    const home = await createHome();
    const store = home.store();
    const keys = Array.from({ length: 120 }, (_, n) => `cli:${n}`);
    const sessions = [];
    for (const key of keys) sessions.push(await said(store, key, "hi"));
    for (const [at, key] of keys.entries()) expect(unwrap(await store.open(keyOf(key)))).toBe(sessions[at]);
    for (const key of keys) await said(store, key, "again", 2);
    expect(await listed(store, { limit: 200 })).toHaveLength(120);
    expect((await home.reload("cli:0")).context).toHaveLength(2);
  });
});

describe("the list", () => {
  test("is newest first, pinned ones before all, archived ones apart", async () => {
    const home = await createHome();
    const store = home.store();
    for (const n of [1, 2, 3, 4]) await said(store, `cli:${n}`, `chat ${n}`, n);
    const patch = (value: object) => ({ _type: "settings" as const, timestamp: timeAt(9), patch: value });
    unwrap(await unwrap(await store.open(keyOf("cli:2"))).append([patch({ pinned: true })]));
    unwrap(await unwrap(await store.open(keyOf("cli:3"))).append([patch({ archived: true })]));
    expect(await listed(store)).toEqual(["cli:2", "cli:4", "cli:1"]);
    expect(await listed(store, { archived: true })).toEqual(["cli:3"]);
    expect(await listed(home.store())).toEqual(["cli:2", "cli:4", "cli:1"]);
  });

  test("knows what was appended just now", async () => {
    const home = await createHome();
    const store = home.store();
    await said(store, "cli:1", "first");
    expect(await listed(store)).toEqual(["cli:1"]);
    await said(store, "cli:2", "second", 2);
    expect(await listed(store)).toEqual(["cli:2", "cli:1"]);
    await said(store, "cli:1", "third", 3);
    expect(await listed(store)).toEqual(["cli:1", "cli:2"]);
    expect(await listed(store, { query: "SECÓND" })).toEqual(["cli:2"]);
    expect(await listed(store, { query: "  " })).toHaveLength(2);
  });

  test("pages follow each other without gaps or repeats", async () => {
    const home = await createHome();
    const store = home.store();
    for (let n = 0; n < 25; n += 1) await said(store, `cli:${n}`, "hi", n % 3);
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query: object = cursor === "" ? {} : { cursor };
      const page = unwrap(await store.list({ ...all, ...query, limit: 4 }));
      seen.push(...page.sessions.map((row) => row.key));
      cursor = page.cursor;
    }
    expect(seen).toEqual(await listed(store));
    expect(new Set(seen).size).toBe(25);
  });

  test("a cursor that is none of ours is refused", async () => {
    const home = await createHome();
    const store = home.store();
    for (const cursor of ["nonsense", Buffer.from("{}").toString("base64url")]) {
      expect(await store.list({ ...all, cursor })).toMatchObject({ ok: false, error: { code: "invalid-input" } });
    }
  });

  test("comes from the files themselves when there can be no database, and that is logged once", async () => {
    const home = await createHome();
    await mkdir(join(home.databasePath, "x"), { recursive: true });
    await writeFile(home.backups, "in the way");
    const store = home.store();
    for (const n of [1, 2, 3]) await said(store, `cli:${n}`, `Chat ${n}`, n);
    expect(await listed(store)).toEqual(["cli:3", "cli:2", "cli:1"]);
    expect(await listed(store, { query: "chat 2" })).toEqual(["cli:2"]);
    const first = unwrap(await store.list({ ...all, limit: 2 }));
    const { cursor } = first;
    if (cursor === null) throw new Error("there is a second page");
    expect(await listed(store, { cursor })).toEqual(["cli:1"]);
    expect(unwrap(await store.unfinished())).toEqual([]);
    await said(store, "cron:a-1", "Run", 4);
    expect(await listed(store, { attended: true })).toEqual(["cli:3", "cli:2", "cli:1"]);
    expect(home.logged.filter((line) => line === "the list of chats is read from the files")).toHaveLength(1);
  });

  test("a session whose file the user removed is listed as missing, not opened blank, and can be dismissed (SEC-023)", async () => {
    const home = await createHome();
    const first = home.store();
    await said(first, "cli:1", "hi");
    await listed(first);
    await first.close();
    await rm(home.pathOf("cli:1"));
    const store = home.store();
    expect(unwrap(await store.list(all)).sessions).toMatchObject([{ key: "cli:1", missing: true }]);
    expect(await store.find(keyOf("cli:1"))).toMatchObject({ ok: false, error: { code: "not-found" } });
    expect((await store.remove(keyOf("cli:1"))).ok).toBe(true);
    expect(await listed(store)).toEqual([]);
  });
});

describe("unfinished sessions", () => {
  test("are those with a call that waits or a run that was cut off, in memory or on the disk", async () => {
    const home = await createHome();
    const runId = runOf("r1");
    const begun = [user("m0", null, "go", { runId }), calling("m1", "m0", ["c1"], { runId })];
    const write = (key: string, records: object[]) => home.write(key, `${metadata(key)}\n${linesOf(records)}`);
    await write("cli:cut", begun);
    await write("cli:done", [...begun, runEnd("r1")]);
    await write("cli:idle", conversation(2));
    const store = home.store();
    const waiting = unwrap(await store.open(keyOf("cli:waiting")));
    unwrap(await waiting.append([...begun, request("p1", "m1", "c1")]));
    const states = unwrap(await store.unfinished()).map(({ key, state }): [string, string] => [key, state]);
    expect(new Map(states)).toEqual(
      new Map([
        ["cli:cut", "interrupted"],
        ["cli:waiting", "waiting"],
      ]),
    );
  });
});

describe("removing and restoring", () => {
  test("a removed session is in the trash, not in the list, and comes back whole", async () => {
    const home = await createHome();
    const store = home.store();
    const session = await said(store, "cli:1", "hi");
    const content = await home.text("cli:1");
    const id = unwrap(await store.remove(keyOf("cli:1")));
    expect(await readdir(home.trash)).toEqual([id]);
    expect(id).toMatch(/^\d{8}T\d{9}Z-cli\+1\.jsonl$/);
    expect(await listed(store)).toEqual([]);
    expect((await store.find(keyOf("cli:1"))).ok).toBe(false);
    expect(unwrap(await store.restore(keyOf("cli:1")))).toMatchObject({ key: "cli:1", title: "hi" });
    expect(await home.text("cli:1")).toBe(content);
    expect(await listed(store)).toEqual(["cli:1"]);
    // The object of before the removal stays shut; the one that is opened now goes on.
    expect(await session.append([user("x", session.head)])).toMatchObject({ ok: false, error: { code: "not-found" } });
    await said(store, "cli:1", "on", 2);
    expect((await home.reload("cli:1")).context).toHaveLength(2);
  });

  test("an append under way is on the disk before the file moves", async () => {
    const home = await createHome();
    const store = home.store();
    const session = await said(store, "cli:1", "hi");
    const appended = session.append([user("late", session.head)]);
    unwrap(await store.remove(keyOf("cli:1")));
    unwrap(await appended);
    unwrap(await store.restore(keyOf("cli:1")));
    expect(idsOf((await home.reload("cli:1")).context)).toContain("late");
  });

  test("restoring never overwrites a chat that took the name meanwhile", async () => {
    const home = await createHome();
    const store = home.store();
    await said(store, "cli:1", "old");
    unwrap(await store.remove(keyOf("cli:1")));
    await said(store, "cli:1", "new");
    expect(await store.restore(keyOf("cli:1"))).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect((await home.reload("cli:1")).title).toBe("new");
    expect(await readdir(home.trash)).toHaveLength(1);
  });

  test("a blank chat that was only opened does not stand in the way, and of two removed ones the newer comes back", async () => {
    const home = await createHome();
    const store = home.store();
    for (const words of ["older", "newer"]) {
      await said(store, "cli:1", words);
      unwrap(await store.remove(keyOf("cli:1")));
    }
    const blank = unwrap(await store.open(keyOf("cli:1")));
    expect(unwrap(await store.restore(keyOf("cli:1"))).title).toBe("newer");
    expect((await blank.append([user("x", null)])).ok).toBe(false);
    expect(await readdir(home.trash)).toHaveLength(1);
  });

  test("what is not there can be neither removed nor restored, and a blank chat simply goes", async () => {
    const home = await createHome();
    const store = home.store();
    expect(await store.remove(keyOf("cli:1"))).toMatchObject({ ok: false, error: { code: "not-found" } });
    expect(await store.restore(keyOf("cli:1"))).toMatchObject({ ok: false, error: { code: "not-found" } });
    unwrap(await store.open(keyOf("cli:1")));
    expect(unwrap(await store.remove(keyOf("cli:1")))).toBe("");
  });
});

test("a list that the end of Perch cuts off is not read from the files, and is no fault in the log", async () => {
  const home = await createHome();
  for (let n = 0; n < 300; n += 1) await home.write(`cli:${n}`, `${metadata(`cli:${n}`)}\n`);
  const database = home.database();
  const store = home.store({ database });
  const asked = [store.list(all), store.unfinished()];
  // Until both have asked the index.
  await new Promise((resolve) => setImmediate(resolve));
  await database.close();
  const codes = (await Promise.all(asked)).map((answer) => (answer.ok ? "answered" : answer.error.code));
  expect(codes).toContain("cancelled");
  expect(home.logged).toEqual([]);
});
