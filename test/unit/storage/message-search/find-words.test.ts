import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readWords } from "../../../../src-main/storage/message-search/read-words.ts";
import {
  branchOf,
  createSearchBench,
  idsOf,
  type Narrowed,
  type OpenIndex,
  type SearchBench,
  said,
  search,
  searchDay,
} from "../../../support/message-search-bench.ts";

let bench: SearchBench;
let index: OpenIndex;
beforeEach(async () => {
  bench = await createSearchBench();
  index = bench.open();
});
afterEach(() => bench[Symbol.asyncDispose]());

const found = async (typed: string, narrowed: Narrowed = {}) => idsOf(await search(index, typed, narrowed));

describe("words that are typed", () => {
  test("are all meant, quotes make one of several, and one that is open goes to the end", () => {
    expect(readWords("  Rent  ÜBER due ")).toEqual(["rent", "uber", "due"]);
    expect(readWords('pay "the  Rent" now')).toEqual(["pay", "the rent", "now"]);
    expect(readWords('say „guten Tag“ "the ren')).toEqual(["say", "guten tag", "the ren"]);
    expect(readWords("rent Rent RENT")).toEqual(["rent"]);
    expect(readWords(' "" “” \u0301 \0 ')).toEqual([]);
    expect(readWords("ΟΔΟΣ")).toEqual(readWords("οδοσ"));
  });

  test("find the beginning, the middle and the end of a word, from the first letter on", async () => {
    await bench.write("cli:1", branchOf(["The invoice came", "Eine Stromrechnung", "nothing here"]));
    for (const part of ["i", "in", "inv", "invoice", "voi", "ce", "e"]) expect(await found(part)).toContain("m0");
    for (const part of ["rechnung", "STROM", "mrech", "ng"]) expect(await found(part)).toContain("m1");
    for (const part of ["invoices", "xin", "rechnungen"]) expect(await found(part)).toEqual([]);
  });

  test("must all stand in one message, a phrase as it is written", async () => {
    await bench.write("cli:1", branchOf(["pay the rent", "rent the car, then pay", "the rental car"]));
    expect(await found("rent pay")).toEqual(["m1", "m0"]);
    expect(await found('"the rent"')).toEqual(["m2", "m0"]);
    expect(await found('"the rent" car')).toEqual(["m2"]);
    expect(await found("pay zebra")).toEqual([]);
  });

  test("fold case and accents, whichever way they are written", async () => {
    await bench.write("cli:1", branchOf(["Crème Brûlée", "cre\u0300me fraiche", "ΣΊΣΥΦΟΣ", "İstanbul"]));
    expect(await found("creme")).toEqual(["m1", "m0"]);
    expect(await found("CRÈME brulee")).toEqual(["m0"]);
    expect(await found("σισυφος")).toEqual(["m2"]);
    expect(await found("istanbul")).toEqual(["m3"]);
  });

  test("find what is written without spaces, syllables that are being typed, and emoji", async () => {
    await bench.write(
      "cli:1",
      branchOf(["我昨天付了房租和电费", "家賃を払いました", "월세를 냈어요", "ค่าเช่าบ้าน", "done 🎉👩‍💻"]),
    );
    expect(await found("房租")).toEqual(["m0"]);
    expect(await found("租")).toEqual(["m0"]);
    expect(await found("払い")).toEqual(["m1"]);
    expect(await found("월")).toEqual(["m2"]);
    expect(await found("세르")).toEqual(["m2"]);
    expect(await found("เช่า")).toEqual(["m3"]);
    expect(await found("🎉")).toEqual(["m4"]);
    expect(await found("👩‍💻")).toEqual(["m4"]);
  });

  test("find signs beside letters and alone, as they are written", async () => {
    await bench.write(
      "cli:1",
      branchOf(["written in C++ and C", "a -> b; 100%", "foo_bar's don't_do", "mail me@example.org"]),
    );
    expect(await found("c++")).toEqual(["m0"]);
    expect(await found("->")).toEqual(["m1"]);
    expect(await found("100%")).toEqual(["m1"]);
    expect(await found("_bar")).toEqual(["m2"]);
    expect(await found("don't")).toEqual(["m2"]);
    expect(await found("me@exam")).toEqual(["m3"]);
  });

  test("are no expression of the database's, whatever they hold", async () => {
    await bench.write("cli:1", branchOf(["plain words AND more"]));
    const hostile = [
      ...[
        "AND",
        "OR",
        "NOT",
        "NEAR(",
        "NEAR(a b, 2)",
        "*",
        "a*",
        "^plain",
        "grams:plain",
        "-plain",
        "(",
        ")",
        "''",
        "'; DROP TABLE x;--",
      ],
      ...[
        '"',
        '""',
        '"""',
        '"plain',
        'plain"',
        "{a b}",
        "a + b",
        "\\",
        "%",
        "_",
        "?1",
        "@x",
        ":x",
        "$x",
        "\0",
        "a\0b",
        "\ud800",
        "\udc00x",
      ],
      ...[
        "\u{E000}",
        "\u{E001}chat1",
        "\u{E001}roleuser",
        "🎉",
        "\u202e",
        "x".repeat(500),
        "a ".repeat(250),
        '"'.repeat(500),
        "é".repeat(500),
      ],
      ...["\u0301".repeat(500), "字".repeat(500), "👩‍👩‍👧".repeat(60), " ", "\n", "\t", "NULL", "1e999", "0x41"],
    ];
    for (const typed of hostile) expect(Array.isArray(await search(index, typed)), typed).toBe(true);
    expect(await found("AND")).toEqual(["m0"]);
    expect(await found("\u{E001}chat1")).toEqual([]);
    expect(bench.logged).toEqual([]);
  });
});

describe("what is found", () => {
  test("is what people and Perch said, as it is read: no markup, no steps, nothing hidden", async () => {
    await bench.write("cli:1", [
      said("a", "a **bo**ld [word](https://hidden.example) of `code`"),
      said("b", "hiddenword", { hidden: true, parentId: "a" }),
      said("c", "toolword", { role: "tool", tool_call_id: "x", name: "read_file", parentId: "b" }),
      said("d", "systemword", { role: "system", parentId: "c" }),
      said("e", "   ", { role: "assistant", parentId: "d" }),
    ]);
    expect(await found("bold")).toEqual(["a"]);
    for (const none of ["hiddenword", "toolword", "systemword", "hidden.example"])
      expect(await found(none)).toEqual([]);
  });

  test("comes newest first over all chats, with what there is to know of it", async () => {
    await bench.write("cli:1", [
      { _type: "title", title: "About rent", timestamp: "2026-11-01T00:00:00Z" },
      said("a", "rent of May", { minute: 1 }),
      said("b", "rent of **July**", { minute: 5, parentId: "a", role: "assistant" }),
    ]);
    await bench.write("desktop:2", [said("a", "rent of June", { minute: 3 })]);
    const rows = await search(index, "rent of");
    expect(rows.map(({ sessionKey, messageId }) => `${sessionKey} ${messageId}`)).toEqual([
      "cli:1 b",
      "desktop:2 a",
      "cli:1 a",
    ]);
    expect(rows[0]).toMatchObject({
      title: "About rent",
      role: "assistant",
      date: searchDay + 300_000,
      isActive: true,
      archived: false,
      around: "rent of July",
    });
  });

  test("is narrowed by chat, role and date", async () => {
    for (const key of ["cli:1", "cli:2"]) await bench.write(key, branchOf(["rent one", "rent two", "rent three"]));
    expect(await search(index, "rent", { sessionKey: "cli:2" })).toHaveLength(3);
    expect(await search(index, "rent", { sessionKey: "cli:3" })).toEqual([]);
    expect(await found("rent", { role: "assistant", sessionKey: "cli:1" })).toEqual(["m1"]);
    expect(await found("rent", { sessionKey: "cli:1", from: searchDay + 60_000 })).toEqual(["m2", "m1"]);
    expect(await found("rent", { sessionKey: "cli:1", to: searchDay + 60_000 })).toEqual(["m0"]);
    expect(await found("rent", { from: searchDay + 60_000, to: searchDay + 120_000, role: "user" })).toEqual([]);
    expect(await found("ren", { from: -1e15, to: 1e300 })).toHaveLength(6);
  });

  test("comes in pages that miss nothing and tell nothing twice, also where many have one date", async () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      said(`m${at}`, `same moment ${at}`, { parentId: at === 0 ? null : `m${at - 1}` }),
    );
    await bench.write("cli:1", many);
    const ids = await found("moment", { limit: 7 });
    expect(ids).toEqual(many.map((_, at) => `m${299 - at}`));
    expect(await found("moment", { from: searchDay, to: searchDay + 1 })).toHaveLength(300);
  });

  test("is found in a sound order whatever its date says", async () => {
    const dates = ["garbage", "", "9999-12-31T00:00:00Z", "1890-01-01T00:00:00Z", "2026-11-02T00:00:00.000Z"];
    await bench.write(
      "cli:1",
      dates.map((timestamp, at) => ({
        ...said(`m${at}`, "odd date"),
        parentId: at === 0 ? null : `m${at - 1}`,
        timestamp,
      })),
    );
    const rows = await search(index, "odd");
    expect(rows).toHaveLength(5);
    for (const { date } of rows) expect(date).toBeGreaterThan(0);
  });

  test("shows the words with what stands around them", async () => {
    const long = `${"before ".repeat(100)}the needle ${"behind ".repeat(100)}`;
    const wide = `${"é".repeat(300)} needle ${"x".repeat(5000)}`;
    await bench.write("cli:1", branchOf([long, wide, `${"👩‍💻".repeat(100)}needle${"👩‍💻".repeat(100)}`]));
    const rows = await search(index, "needle");
    for (const { around } of rows) {
      expect(around).toContain("needle");
      expect(around.length).toBeLessThan(320);
      expect(around.isWellFormed()).toBe(true);
    }
    expect(rows[2]?.around).toMatch(/^… before .* the needle behind .* …$/);
  });

  test("a message of megabytes is found by its beginning", async () => {
    await bench.write("cli:1", branchOf([`needle ${"words and more ".repeat(200_000)} haystack`]));
    expect(await found("needle")).toEqual(["m0"]);
    expect(await found("haystack")).toEqual([]);
  });
});
