import { appendFile, readFile, rename, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nodeFileSystem } from "../../../../src-main/storage/file-system.ts";
import { fileNameOf } from "../../../../src-main/storage/session-file/file-name.ts";
import { readIndexedSession } from "../../../../src-main/storage/session-file/session-summary.ts";
import { sessionKeySchema } from "../../../../src-preload/contract/ids.ts";
import {
  branchOf,
  createSearchBench,
  idsOf,
  linesOf,
  type OpenIndex,
  queryOf,
  type SearchBench,
  said,
  search,
} from "../../../support/message-search-bench.ts";

let bench: SearchBench;
let index: OpenIndex;
beforeEach(async () => {
  bench = await createSearchBench();
  index = bench.open();
});
afterEach(() => bench[Symbol.asyncDispose]());

const found = async (typed: string) => idsOf(await search(index, typed));
const key = "cli:1";
const path = () => bench.pathOf(key);
const add = (...lines: readonly object[]) => appendFile(path(), linesOf(lines));
const rowOf = async () => {
  const row = await readIndexedSession(
    nodeFileSystem,
    { path: path(), name: fileNameOf(sessionKeySchema.parse(key)) },
    { log: () => undefined, now: 0 },
  );
  if (row === null) throw new Error("no row");
  return row;
};

/** What an index that is made anew finds, beside the one that followed. */
async function expectAsNew(typed: string): Promise<void> {
  const fields = (rows: Awaited<ReturnType<typeof search>>) =>
    rows.map(({ messageId, around, isActive }) => ({ messageId, around, isActive }));
  const followed = fields(await search(index, typed));
  index.db.exec("DELETE FROM search_chats; DELETE FROM search_messages; DELETE FROM search_grams");
  expect(followed).toEqual(fields(await search(index, typed)));
}

describe("the index of messages follows", () => {
  test("what is appended, and reads no more than that", async () => {
    await bench.write(key, branchOf(["word one", "word two"]));
    expect(await found("word")).toEqual(["m1", "m0"]);
    index.db.exec("UPDATE search_messages SET text = 'word was kept' WHERE id = 'm0'");
    await add(...branchOf(["word three", "word four"], "n", "m1"));
    expect(await found("word")).toContain("n1");
    expect(index.db.prepare("SELECT text FROM search_messages WHERE id = 'm0'").pluck().get()).toBe("word was kept");
  });

  test("what was appended just now, before it is searched", async () => {
    await bench.write(key, branchOf(["word one"]));
    const first = await index.ask(queryOf("word"), [await rowOf()]);
    expect(first.rows).toHaveLength(1);
    await add(said("n", "word two", { parentId: "m0" }));
    const second = await index.ask(queryOf("word"), [await rowOf()]);
    expect(idsOf(second.rows)).toEqual(["m0", "n"].toSorted().reverse());
  });

  test("an edit of a line by another program, of the same length too", async () => {
    await bench.write(key, branchOf(["word first", "word other"]));
    expect(await found("first")).toEqual(["m0"]);
    const content = await readFile(path(), "utf8");
    await writeFile(path(), content.replace("word first", "word fixed"));
    await utimes(path(), new Date(), new Date(Date.now() + 5000));
    expect(await found("first")).toEqual([]);
    expect(await found("fixed")).toEqual(["m0"]);
    await expectAsNew("word");
  });

  test("an edit further up together with an append", async () => {
    await bench.write(key, branchOf(["word first", "word other"]));
    await found("word");
    const content = await readFile(path(), "utf8");
    await writeFile(
      path(),
      content.replace("word first", "word that is longer") + linesOf([said("n", "word new", { parentId: "m1" })]),
    );
    expect(await found("longer")).toEqual(["m0"]);
    expect(await found("first")).toEqual([]);
    await expectAsNew("word");
  });

  test("a file that was cut, and one in the place of another", async () => {
    await bench.write(key, branchOf(["word one", "word two", "word three"]));
    await found("word");
    const content = await readFile(path(), "utf8");
    await truncate(path(), content.indexOf('{"id":"m2"'));
    expect(await found("word")).toEqual(["m1", "m0"]);
    await bench.write(
      key,
      branchOf(["another word here and more of it", "and an answer", "word again", "x word"], "z"),
    );
    expect(await found("word")).toEqual(["z3", "z2", "z0"]);
  });

  test("a line that is not whole yet", async () => {
    await bench.write(key, branchOf(["word one"]));
    await found("word");
    const line = JSON.stringify(said("n", "word two", { parentId: "m0" }));
    await appendFile(path(), line.slice(0, 40));
    expect(await found("word")).toEqual(["m0"]);
    await appendFile(path(), `${line.slice(40)}\n`);
    expect(await found("two")).toEqual(["n"]);
    await expectAsNew("word");
  });

  test("a line without its end", async () => {
    await bench.write(key, branchOf(["word one"]));
    await appendFile(path(), JSON.stringify(said("n", "word two", { parentId: "m0" })));
    expect(await found("two")).toEqual(["n"]);
    await appendFile(path(), `\n${linesOf([said("o", "word three", { parentId: "n" })])}`);
    expect(await found("three")).toEqual(["o"]);
    await expectAsNew("word");
  });

  test("a deleted chat, and one that is back", async () => {
    await bench.write(key, branchOf(["word one"]));
    await bench.write("cli:2", branchOf(["word two"], "n"));
    expect(await found("word")).toHaveLength(2);
    await rename(path(), `${path()}.away`);
    expect(await found("word")).toEqual(["n0"]);
    expect(index.db.prepare("SELECT count(*) FROM search_messages").pluck().get()).toBe(1);
    await rename(`${path()}.away`, path());
    expect(await found("one")).toEqual(["m0"]);
    index.table.remove(sessionKeySchema.parse(key));
    expect((await index.ask(queryOf("word"))).rows).toHaveLength(1);
  });

  test("a file in which nothing can be read, or of a later version", async () => {
    await bench.write(key, branchOf(["word one"]));
    expect(await found("word")).toEqual(["m0"]);
    await writeFile(path(), `${JSON.stringify({ _type: "metadata", version: 99, key })}\n`);
    expect(await found("word")).toEqual([]);
    await writeFile(path(), "\0\xff garbage\n{{{\n");
    expect(await found("word")).toEqual([]);
    await rm(path());
    expect(await found("word")).toEqual([]);
  });
});

describe("branches", () => {
  const edited = said("e", "word edited", { parentId: null, minute: 9 });

  test("a message that takes the place of another leaves it on a branch of its own", async () => {
    await bench.write(key, branchOf(["word asked", "word answered"]));
    await found("word");
    await add(edited);
    const active = async () =>
      Object.fromEntries((await search(index, "word")).map((row) => [row.messageId, row.isActive]));
    expect(await active()).toEqual({ e: true, m0: false, m1: false });
    await add({ _type: "head", messageId: "m1", timestamp: "2026-11-01T01:00:00Z" });
    expect(await active()).toEqual({ e: false, m0: true, m1: true });
    await add(said("n", "word on", { parentId: "m1", minute: 10 }));
    expect(await active()).toEqual({ e: false, m0: true, m1: true, n: true });
    await expectAsNew("word");
  });

  test("the first of two messages with one id counts", async () => {
    await bench.write(key, [
      said("a", "word first"),
      said("b", "word mid", { parentId: "a" }),
      said("a", "word second"),
    ]);
    expect(await found("first")).toEqual(["a"]);
    expect(await found("second")).toEqual([]);
  });
});

describe("the whole of it", () => {
  test("is made again where the database is gone, and goes on where it was ended", async () => {
    for (let chat = 0; chat < 30; chat += 1) await bench.write(`cli:${chat}`, branchOf([`word of ${chat}`]));
    expect(await found("word")).toHaveLength(30);
    index.db.exec("DELETE FROM search_chats WHERE number > 10; UPDATE search_chats SET size = -1 WHERE number = 3");
    index.db.exec(
      "DELETE FROM search_messages WHERE chat > 10; DELETE FROM search_grams WHERE rowid NOT IN (SELECT number FROM search_messages)",
    );
    index.close();
    index = bench.open();
    expect(await found("word")).toHaveLength(30);
    index.close();
    await rm(`${bench.home}/perch.db`);
    index = bench.open();
    expect(await found("word")).toHaveLength(30);
  });

  test("tells how far it is while chats are read for the first time", async () => {
    for (let chat = 0; chat < 5; chat += 1) await bench.write(`cli:${chat}`, branchOf(["word"]));
    await index.look();
    index.db.exec("DELETE FROM search_chats; DELETE FROM search_messages; DELETE FROM search_grams");
    const meanwhile = await index.ask(queryOf("word"));
    expect(meanwhile.making?.total).toBe(5);
    await index.look();
    expect((await index.ask(queryOf("word"))).making).toBeNull();
  });

  test("leaves out what Perch says to itself, and tells of the archive", async () => {
    await bench.write("system:1", branchOf(["word"]));
    await bench.write("cli:2", [
      ...branchOf(["word"]),
      { _type: "settings", patch: { archived: true }, timestamp: "2026-11-01T01:00:00Z" },
    ]);
    const rows = await search(index, "word");
    expect(rows.map(({ sessionKey, archived }) => [sessionKey, archived])).toEqual([["cli:2", true]]);
  });
});
