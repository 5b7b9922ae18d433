import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMessageHandlers } from "../../../src-main/api/message-handlers.ts";
import { findMessages } from "../../../src-main/sessions/search/find-messages.ts";
import { markWords } from "../../../src-main/sessions/search/mark-words.ts";
import { fileNameOf } from "../../../src-main/storage/session-file/file-name.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { type RouteCall, routeInputs } from "../../../src-preload/contract/routes.ts";
import { branchOf, linesOf, said } from "../../support/message-search-bench.ts";
import { createTestHome, type TestHome, terminal, value } from "../../support/test-home.ts";

const secret = "sk-live-0123456789abcdefghijklmnop";
const keyOf = (key: string) => sessionKeySchema.parse(key);
let home: TestHome;
let agent: Connection;

async function write(key: string, lines: readonly object[]): Promise<void> {
  const folder = join(home.home, "workspace", "sessions");
  await mkdir(folder, { recursive: true });
  const head = { _type: "metadata", version: 1, key, createdAt: "2026-11-01T00:00:00Z" };
  await writeFile(join(folder, fileNameOf(keyOf(key))), linesOf([head, ...lines]));
}

beforeAll(async () => {
  home = await createTestHome();
  await home.config({ providers: { custom: { apiBase: "http://127.0.0.1:1", apiKey: secret } } });
  await write("cli:1", branchOf(["pay the Rént soon", "the rent is paid", `the key is ${secret} of rentals`]));
  await write("cli:2", branchOf(["nothing of it", "also rent"], "n"));
  agent = home.open().connect(terminal);
});
afterAll(() => home[Symbol.asyncDispose]());

const search = async (asked: RouteCall<"message.search">) =>
  value(await agent.request("message.search", { isWhole: true, ...asked }));

describe("message.search", () => {
  test("tells chat, role, date and where the words stand, page after page", async () => {
    const first = await search({ query: "RENT", limit: 2 });
    expect(first.words).toEqual(["rent"]);
    expect(first.making).toBeNull();
    expect(first.hits).toHaveLength(2);
    const rest = await search({ query: "RENT", limit: 2, ...(first.cursor === null ? {} : { cursor: first.cursor }) });
    const hits = [...first.hits, ...rest.hits];
    expect(hits.map(({ messageId }) => messageId).toSorted()).toEqual(["m0", "m1", "m2", "n1"]);
    expect(hits.find(({ messageId }) => messageId === "m0")).toEqual({
      sessionKey: "cli:1",
      title: "pay the Rént soon",
      archived: false,
      messageId: "m0",
      role: "user",
      date: Date.parse("2026-11-01T00:00:00Z"),
      isActive: true,
      snippet: "pay the Rént soon",
      marks: [[8, 12]],
    });
  });

  test("shows no key", async () => {
    const { hits } = await search({ query: "the key", role: "user" });
    expect(hits).toHaveLength(1);
    expect(JSON.stringify(hits)).not.toContain(secret.slice(8, 20));
    const byKey = await search({ query: secret.slice(0, 12) });
    expect(JSON.stringify(byKey.hits)).not.toContain(secret.slice(8, 20));
  });

  test("answers nothing to nothing, and says what is wrong with a call", async () => {
    for (const query of ["", "   ", '""', "\0"]) {
      expect(await search({ query })).toEqual({ hits: [], cursor: null, words: [], making: null });
    }
    for (const wrong of [
      { query: "x".repeat(501) },
      { query: "a", cursor: "x" },
      { query: "a", cursor: "1; DROP" },
      { query: "a", limit: 0 },
    ]) {
      const refused = await agent.request("message.search", wrong);
      expect(refused.ok ? null : refused.error.code).toBe("invalid-input");
    }
  });

  test("finds no chat of the trash, and finds it when it is back, under its new name", async () => {
    const sessionKey = keyOf("cli:2");
    value(await agent.request("session.remove", { sessionKey }));
    expect((await search({ query: "also" })).hits).toEqual([]);
    value(await agent.request("session.restore", { sessionKey }));
    value(await agent.request("session.rename", { sessionKey, title: "Renamed" }));
    expect((await search({ query: "also" })).hits.map(({ title }) => title)).toEqual(["Renamed"]);
  });

  test("knows the branch that is shown at once", async () => {
    await write("cli:3", [...branchOf(["first try", "answer"], "b"), said("c", "second try", { minute: 5 })]);
    const tries = async () =>
      Object.fromEntries((await search({ query: "try" })).hits.map(({ messageId, isActive }) => [messageId, isActive]));
    await home.open().connect(terminal).request("session.list", {});
    value(await agent.request("session.branch", { sessionKey: keyOf("cli:3"), messageId: "b0" }));
    expect(await tries()).toEqual({ b0: true, c: false });
    expect(await readFile(join(home.home, "workspace/sessions", fileNameOf(keyOf("cli:3"))), "utf8")).toContain(
      '"head"',
    );
  });
});

describe("a search", () => {
  const input = (more: Partial<RouteCall<"message.search">> = {}) =>
    routeInputs["message.search"]().parse({ query: "a", ...more });

  test("is ended by a newer one of the same place of the same client, and by no other", () => {
    const signals: AbortSignal[] = [];
    const handlers = createMessageHandlers(async (_, signal) => {
      signals.push(signal);
      return ok({ hits: [], cursor: null, words: [], making: null });
    });
    const caller = () => ({ ...terminal, deliver: () => undefined, hold: () => undefined, keep: () => undefined });
    const [one, other] = [caller(), caller()];
    void handlers["message.search"](input({ place: "list" }), one);
    void handlers["message.search"](input({ place: "palette" }), one);
    void handlers["message.search"](input({ place: "list" }), other);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false]);
    void handlers["message.search"](input({ place: "list" }), one);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false, false]);
  });

  test("goes on below what was looked at, until it has a page, its time is over, or nobody waits", async () => {
    const asked: (number | null)[] = [];
    let now = 0;
    const sessions = {
      settleMessages: async () => ok(undefined),
      searchMessages: async ({ below }: { readonly below: number | null }) => {
        asked.push(below);
        now += 20;
        return ok({ rows: [], below: (below ?? 100) - 10, making: { done: 1, total: 2 } });
      },
    };
    const parts = { sessions, clock: { now: () => now }, redact: (words: string) => words };
    const found = value(await findMessages(input(), parts, new AbortController().signal));
    expect(asked).toEqual([null, 90, 80]);
    expect(found).toEqual({ hits: [], cursor: "70", words: ["a"], making: { done: 1, total: 2 } });
    const ended = await findMessages(input(), parts, AbortSignal.abort());
    expect(ended.ok ? null : ended.error.code).toBe("cancelled");
    expect(asked).toHaveLength(3);
  });

  test.each([
    [
      "a Rént, rent",
      ["rent"],
      [
        [2, 6],
        [8, 12],
      ],
    ],
    ["aaaa", ["aa", "aaa"], [[0, 4]]],
    ["e\u0301te\u0301", ["ete"], [[0, 5]]],
    ["👩‍💻 x", ["x"], [[6, 7]]],
    ["nothing", ["zebra"], []],
  ])("marks %j", (snippet, words, marks) => {
    expect(markWords(snippet, words)).toEqual(marks);
  });
});
