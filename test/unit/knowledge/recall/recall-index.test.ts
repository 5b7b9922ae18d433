import { rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RecallEntry } from "../../../../src-main/storage/recall-calls.ts";
import {
  now,
  openRecallBench,
  plainQuery,
  type RecallBench,
  said,
  sure,
} from "../../../support/recall/recall-bench.ts";

let bench: RecallBench;
beforeEach(async () => {
  bench = await openRecallBench();
});
afterEach(() => bench[Symbol.asyncDispose]());

async function fill(entries: readonly RecallEntry[], group = "chat", stamp = "1"): Promise<void> {
  sure(await bench.database.recall.replace({ group, stamp, entries }));
}

describe("the index of recall", () => {
  test("finds by other forms of the words, without case and accents", async () => {
    await fill([said("1", "We bought a café in Zürich")]);
    await fill([said("1", "The weather is fine")], "other");
    expect(await bench.find("Where is the CAFE that they buy?")).toEqual(["We bought a café in Zürich"]);
    expect(await bench.find("zurich")).toEqual(["We bought a café in Zürich"]);
  });

  test("a group that is replaced keeps nothing of before; the others stay", async () => {
    await fill([said("1", "the kettle is red"), said("2", "the kettle is blue")]);
    await fill([said("1", "another kettle")], "other");
    await fill([said("2", "the kettle is green")], "chat", "2");
    expect(await bench.find("kettle")).toEqual(expect.arrayContaining(["the kettle is green", "another kettle"]));
    expect(await bench.find("kettle red blue")).toHaveLength(2);
    expect(sure(await bench.database.recall.stamps())).toEqual({ chat: "2", other: "1" });
  });

  test("what is appended twice is there once, and follows what was there", async () => {
    await fill([said("1", "Where did you put the ladder?")]);
    const group = { group: "chat", stamp: "2", entries: [said("2", "Behind the shed.")] };
    sure(await bench.database.recall.append(group));
    sure(await bench.database.recall.append(group));
    expect(await bench.find("ladder")).toEqual(["Behind the shed.", "Where did you put the ladder?"]);
  });

  test("a group that is removed is forgotten, also when it is removed twice or was never there", async () => {
    await fill([said("1", "a lighthouse")]);
    for (const group of ["chat", "chat", "never"]) sure(await bench.database.recall.remove(group));
    expect(await bench.find("lighthouse")).toEqual([]);
    expect(sure(await bench.database.recall.stamps())).toEqual({});
  });

  test("a database that was deleted is empty, and filled again", async () => {
    await fill([said("1", "a lighthouse")]);
    await bench.database.close();
    for (const ending of ["", "-wal", "-shm"]) await rm(bench.path + ending, { force: true });
    expect(await bench.find("lighthouse")).toEqual([]);
    expect(sure(await bench.database.recall.stamps())).toEqual({});
    await fill([said("1", "a lighthouse")]);
    expect(await bench.find("lighthouse")).toEqual(["a lighthouse"]);
  });

  test("leaves out what is loaded anyway, and sources that are not asked for", async () => {
    const fact = said("f", "the garden is in Kent", { source: "fact" });
    await fill([said("1", "my garden"), said("2", "the garden gate")]);
    await fill([fact], "facts");
    expect(await bench.find("garden", { exclude: ["1", "f"] })).toEqual(["the garden gate"]);
    expect(await bench.find("garden", { sources: ["fact"] })).toEqual(["the garden is in Kent"]);
    expect(await bench.find("garden", { sources: [] })).toEqual([]);
    expect(await bench.find("fact message source")).toEqual([]);
  });

  test("facts do not answer one another, messages of one talk do", async () => {
    const facts = [said("1", "What about the yacht?", { source: "fact" }), said("2", "Tea", { source: "fact" })];
    await fill(facts, "facts");
    expect(await bench.find("yacht")).toEqual(["What about the yacht?"]);
    const days = 86_400_000;
    await fill([said("1", "And the zeppelin?"), said("2", "Long after", { date: now + 3 * days })], "chat");
    expect(await bench.find("zeppelin")).toEqual(["And the zeppelin?"]);
  });

  test("prefers the words of the one who is asked for", async () => {
    await fill([
      said("1", "Ann, my boat is green", { speaker: "Bob", date: null }),
      said("2", "Bob, my boat is green", { speaker: "Ann", date: null }),
    ]);
    expect((await bench.find("What colour is Ann's boat?"))[0]).toBe("Bob, my boat is green");
    expect((await bench.find("What colour is Bob's boat?"))[0]).toBe("Ann, my boat is green");
  });

  test("prefers what was said in the period that is asked for", async () => {
    const trips = [2021, 2022, 2023].map((year) =>
      said(String(year), `a trip to the lake, no ${year - 2020}`, { date: Date.UTC(year, 6, 2) }),
    );
    await fill(trips);
    expect((await bench.find("Which trip was there in July 2022?"))[0]).toBe("a trip to the lake, no 2");
    expect((await bench.find("Which trip was there last summer, in July 2023?"))[0]).toBe("a trip to the lake, no 3");
  });

  test.each([
    ["我们在北京吃了烤鸭", "北京"],
    ["昨日は京都で寿司を食べました", "京都の寿司"],
    ["เราไปเชียงใหม่เมื่อวาน", "เชียงใหม่"],
    ["Мы купили дом в деревне", "Купили ДОМ?"],
    ["हमने दिल्ली में घर खरीदा", "दिल्ली"],
  ])("finds %s by %s", async (text, question) => {
    await fill([said("1", text)]);
    await fill([said("1", "something else")], "other");
    expect(await bench.find(question)).toEqual([text]);
  });
});

describe("hostile texts", () => {
  const hostile = [
    ...[
      '"',
      "'",
      "* OR *",
      'NEAR("a" "b")',
      "text: a AND NOT b",
      "a -b ^c",
      "(((",
      "{text} : x",
      "\0",
      "a\0b",
      "\ud800",
    ],
    ...[
      "'; DROP TABLE recall_entries; --",
      "👩‍👩‍👧‍👦",
      "   ",
      "",
      "ＡＢＣ",
      "%_\\",
      "\u202Eabc",
      "é".repeat(5000),
      "the a of",
    ],
  ];

  test("are questions like any other", async () => {
    await fill([said("1", "a quiet text")]);
    for (const text of hostile) expect((await bench.database.recall.search({ ...plainQuery, text })).ok).toBe(true);
    expect(await bench.find("quiet")).toEqual(["a quiet text"]);
  });

  test("are entries like any other", async () => {
    await fill(hostile.map((text, at) => said(String(at), `${text} pebble`)));
    expect(await bench.find("pebble", { limit: 100 })).toHaveLength(hostile.length);
    await fill([]);
    expect(await bench.find("pebble")).toEqual([]);
  });

  test("a message of a megabyte is found by its beginning and hinders no other", async () => {
    await fill([said("1", `walrus ${"lorem ipsum dolor ".repeat(60_000)}`), said("2", "a walrus on the ice")]);
    const found = await bench.find("walrus");
    expect(found).toHaveLength(2);
    expect(found[0]).toBe("a walrus on the ice");
  });

  test("questions that come at the same time, while entries come, are all answered", async () => {
    const entries = Array.from({ length: 200 }, (_, at) => said(String(at), `stone ${at} of the wall`));
    const filling = fill(entries);
    const found = await Promise.all(Array.from({ length: 20 }, () => bench.find("stone wall")));
    await filling;
    expect(found.every((texts) => texts.length === 5)).toBe(true);
  });

  test("a date that is none counts as unknown", async () => {
    await fill([said("1", "an odd clock", { date: Number.NaN }), said("2", "odd", { date: 1e300 })]);
    expect(await bench.find("odd clock")).toContain("an odd clock");
  });
});
