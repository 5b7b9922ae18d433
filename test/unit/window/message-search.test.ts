import { expect, it, vi } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { messageIdSchema } from "../../../src-preload/contract/ids.ts";
import type { FoundMessage, FoundMessages } from "../../../src-preload/contract/message-search.ts";
import { createMessageSearch, keyOfHit } from "../../../src-renderer/state/message-search.ts";
import { createOpenChat } from "../../../src-renderer/state/open-chat.ts";
import { createFakeAgent, settled, startClient } from "../../support/fake-agent.ts";
import { key } from "../../support/window-facts.ts";

/* Messages found as they are typed. */

const hit = (id: string): FoundMessage => ({
  sessionKey: key,
  title: "A",
  archived: false,
  messageId: messageIdSchema.parse(id),
  role: "user",
  date: 1,
  isActive: true,
  snippet: id,
  marks: [],
});
const page = (ids: readonly string[], more: Partial<FoundMessages> = {}): FoundMessages => ({
  hits: ids.map(hit),
  cursor: null,
  words: ["w"],
  making: null,
  ...more,
});

async function setUp() {
  const played = createFakeAgent();
  const chat = createOpenChat(played.client);
  const search = createMessageSearch(played.client, chat);
  await startClient(played, { events: search.apply });
  const now = () => search.store.getState();
  const ids = () => now().hits.map(({ messageId }) => messageId);
  return { played, search, now, ids };
}

it("asks one question at a time, and of what was typed meanwhile only the newest", async () => {
  const { played, search, now, ids } = await setUp();
  void search.ask("a");
  void search.ask("ab");
  void search.ask("abc");
  const first = await played.asked("message.search");
  expect(first.input).toMatchObject({ query: "a", place: "list" });
  expect(played.count("message.search")).toBe(0);
  await first.answer(page(["old"]));
  expect(ids()).toEqual([]);
  expect(now().loading).toBe("loading");
  const second = await played.asked("message.search");
  expect(second.input).toMatchObject({ query: "abc" });
  await second.answer(page(["new"]));
  expect(now()).toMatchObject({ loading: "ready", error: null });
  expect(ids()).toEqual(["new"]);
});

it("goes on by itself until there is a page, and shows what there is by then", async () => {
  const { played, search, ids } = await setUp();
  void search.ask("a");
  await (await played.asked("message.search")).answer(page(["x"], { cursor: "9" }));
  expect(ids()).toEqual(["x"]);
  const next = await played.asked("message.search");
  expect(next.input).toMatchObject({ cursor: "9", limit: 29 });
  await next.answer(page(["y"]));
  expect(ids()).toEqual(["x", "y"]);
  expect(played.count("message.search")).toBe(0);
});

it("reads the next page once it is wanted, and drops it where something else is by then", async () => {
  const { played, search, ids } = await setUp();
  const many = Array.from({ length: 30 }, (_, at) => `m${at}`);
  void search.ask("a");
  await (await played.asked("message.search")).answer(page(many, { cursor: "9" }));
  void search.more();
  void search.more();
  await (await played.asked("message.search")).answer(page(["z"], { cursor: "5" }));
  expect(ids()).toEqual([...many, "z"]);
  expect(played.count("message.search")).toBe(0);
  void search.more();
  const late = await played.asked("message.search");
  void search.ask("b");
  await (await played.asked("message.search")).answer(page(["b"]));
  await late.answer(page(["late"]));
  expect(ids()).toEqual(["b"]);
});

it("says what went wrong, and asks again", async () => {
  const { played, search, now, ids } = await setUp();
  void search.ask("a");
  await (await played.asked("message.search")).refuse(contractError("storage", "No database."));
  expect(now()).toMatchObject({ loading: "failed", error: "No database." });
  void search.again();
  await (await played.asked("message.search")).answer(page(["x"]));
  expect(now().error).toBeNull();
  expect(ids()).toEqual(["x"]);
});

it("asks again while chats are still being read, and not once nothing is looked for", async () => {
  const { played, search, now, ids } = await setUp();
  void search.ask("a");
  await (await played.asked("message.search")).answer(page([], { making: { done: 1, total: 2 } }));
  expect(now().making).toEqual({ done: 1, total: 2 });
  vi.advanceTimersByTime(1000);
  await (await played.asked("message.search")).answer(page(["x"], { making: { done: 1, total: 2 } }));
  expect(ids()).toEqual(["x"]);
  void search.ask(" ");
  expect(now()).toMatchObject({ hits: [], making: null, loading: "idle" });
  vi.advanceTimersByTime(5000);
  await settled();
  expect(played.count("message.search")).toBe(0);
});

it("narrows by who, when and chat, and forgets what was said in a chat that went", async () => {
  const { played, search, ids } = await setUp();
  vi.setSystemTime(1_000_000_000_000);
  void search.ask("a");
  await (await played.asked("message.search")).answer(page(["x"]));
  void search.narrow({ by: "assistant", chat: key });
  const narrowed = await played.asked("message.search");
  expect(narrowed.input).toMatchObject({ query: "a", role: "assistant", sessionKey: key });
  await narrowed.answer(page(["y"]));
  search.setOpened(hit("y"));
  expect(search.store.getState().opened).toBe(keyOfHit(hit("y")));
  played.tell({ topic: "session", type: "session-removed", sessionKey: key });
  await settled();
  expect(ids()).toEqual([]);
});
