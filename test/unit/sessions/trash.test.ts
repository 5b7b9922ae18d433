import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyTrashDaily } from "../../../src-main/sessions/empty-trash.ts";
import type { SessionStore } from "../../../src-main/sessions/session-store.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { assistant, createHome, type Home, keyOf, start, unwrap, user } from "./fixture.ts";

/* The trash: what lies in it, for ever gone, and by itself. */

const dayMs = 24 * 60 * 60_000;

async function removed(store: SessionStore, key: string, words: string): Promise<string> {
  const session = unwrap(await store.open(keyOf(key)));
  unwrap(await session.append([user("m0", null, words), assistant("m1", "m0", `**${words}** it is`)]));
  return unwrap(await store.remove(keyOf(key)));
}

async function attach(home: Home, stem: string): Promise<string> {
  const folder = join(home.folder, "workspace", "attachments");
  await mkdir(join(folder, stem), { recursive: true });
  await writeFile(join(folder, stem, "photo.png"), "x");
  return folder;
}

test("what was removed last stands first, by its name, with the time that it has left", async () => {
  const home = await createHome();
  const store = home.store();
  const ids = [await removed(store, "cli:1", "apples"), await removed(store, "cli:2", "pears")];
  await writeFile(join(home.trash, "something else.txt"), "not ours");
  const [first, second, ...more] = unwrap(await store.trashed(10));
  expect(first).toMatchObject({ key: "cli:2", title: "pears", preview: "pears it is", trashId: ids[1] });
  expect(second).toMatchObject({ key: "cli:1", trashId: ids[0] });
  expect(more).toEqual([]);
  expect((first?.goneAt ?? 0) - (first?.removedAt ?? 0)).toBe(30 * dayMs);
  expect(unwrap(await store.trashed(1))).toHaveLength(1);
});

test("one that was removed twice comes back by its own file", async () => {
  const home = await createHome();
  const store = home.store();
  const older = await removed(store, "cli:1", "older");
  await removed(store, "cli:1", "newer");
  expect(unwrap(await store.restore(keyOf("cli:1"), older)).title).toBe("older");
  expect(await store.restore(keyOf("cli:1"), "../../config.json")).toMatchObject({
    ok: false,
    error: { code: "not-found" },
  });
});

test("for ever gone goes with what was attached, and nothing else does", async () => {
  const home = await createHome();
  const store = home.store();
  const id = await removed(store, "cli:1", "apples");
  const other = await removed(store, "cli:2", "pears");
  const attachments = await attach(home, "cli+1");
  await attach(home, "cli+2");
  expect(unwrap(await store.erase("../perch.db"))).toBe(0);
  expect(unwrap(await store.erase(id))).toBe(1);
  expect(await readdir(home.trash)).toEqual([other]);
  expect(await readdir(attachments)).toEqual(["cli+2"]);
  expect(unwrap(await store.erase(null))).toBe(1);
  expect([await readdir(home.trash), await readdir(attachments)]).toEqual([[], []]);
  expect(unwrap(await store.erase(null))).toBe(0);
});

test("what was attached stays while a chat of this name is there, or another one of it lies in the trash", async () => {
  const home = await createHome();
  const store = home.store();
  const older = await removed(store, "cli:1", "older");
  const newer = await removed(store, "cli:1", "newer");
  const attachments = await attach(home, "cli+1");
  unwrap(await store.erase(older));
  expect(await readdir(attachments)).toEqual(["cli+1"]);
  const again = unwrap(await store.open(keyOf("cli:1")));
  unwrap(await again.append([user("m0", null, "again")]));
  unwrap(await store.erase(newer));
  expect(await readdir(attachments)).toEqual(["cli+1"]);
});

test("after a month it is gone, whatever the file's own time says", async () => {
  const home = await createHome();
  const store = home.store();
  await removed(store, "cli:1", "young");
  const old = `${new Date(start - 31 * dayMs).toISOString().replace(/[-:.]/g, "")}-cli+2.jsonl`;
  await writeFile(join(home.trash, old), "{}\n");
  await utimes(join(home.trash, old), new Date(start), new Date(start));
  expect(unwrap(await store.eraseOld())).toBe(1);
  expect((await readdir(home.trash)).map((name) => name.slice(20))).toEqual(["cli+1.jsonl"]);
});

test("is looked through at the start and once a day, until Perch is closed", () => {
  const clock = createManualClock();
  let rounds = 0;
  const eraseOld = async () => {
    rounds += 1;
    return ok(0);
  };
  const daily = emptyTrashDaily({ ...clock, log: () => undefined }, { eraseOld });
  expect(rounds).toBe(1);
  clock.advance(dayMs - 1);
  expect(rounds).toBe(1);
  clock.advance(3 * dayMs);
  expect(rounds).toBe(4);
  daily[Symbol.dispose]();
  clock.advance(3 * dayMs);
  expect([rounds, clock.pending]).toEqual([4, 0]);
});
