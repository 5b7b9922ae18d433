import { beforeEach, expect, it, vi } from "vitest";
import { maxMessageChars } from "../../../src-preload/contract/bounds.ts";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { createDraftKeeper } from "../../../src-renderer/state/draft-keeper.ts";
import { writePauseMs } from "../../../src-renderer/state/draft-writer.ts";
import { createDrafts, type Draft } from "../../../src-renderer/state/drafts.ts";
import { createOpenChat } from "../../../src-renderer/state/open-chat.ts";
import { createUnsentChats } from "../../../src-renderer/state/unsent-chats.ts";
import { createFakeAgent, type FakeAgent, settled, startClient } from "../../support/fake-agent.ts";
import { rowOf } from "../../support/window-facts.ts";

/* How a window keeps what is typed with the agent, and what it takes from there. */

const [key, other] = ["desktop:one", "desktop:two"].map((name) => sessionKeySchema.parse(name)) as [
  ReturnType<typeof sessionKeySchema.parse>,
  ReturnType<typeof sessionKeySchema.parse>,
];
const words = (text: string): Draft => ({ text, media: [] });
const kept = (text: string) => ({ draft: { text, media: [] }, savedAt: 5 });
const nothing = { draft: null, savedAt: 0 };
let browser: Map<string, string>;

beforeEach(() => {
  browser = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => browser.get(name) ?? null,
    setItem: (name: string, value: string) => void browser.set(name, value),
    removeItem: (name: string) => void browser.delete(name),
  });
});

async function setUp(played: FakeAgent = createFakeAgent()) {
  const [drafts, chat] = [createDrafts(), createOpenChat(played.client)];
  const keeper = createDraftKeeper({ client: played.client, drafts, chat });
  const unsent = createUnsentChats({ client: played.client, keeper, drafts, chat });
  await startClient(played, {
    events(events) {
      keeper.apply(events);
      unsent.apply(events);
    },
    reset: () => keeper.reset(),
    link: ({ kind }) => (kind === "up" ? keeper.retry() : undefined),
  });
  const problem = () => keeper.store.getState().problems[key];
  return { played, drafts, chat, keeper, unsent, problem };
}

/** With an open chat whose draft was read. */
async function opened(text: string | null = null) {
  const window = await setUp();
  window.chat.startNew(key);
  await (await window.played.asked("drafts.read")).answer(text === null ? nothing : kept(text));
  return window;
}

const saved = { savedAt: 6 };
const textOf = (input: unknown) => (input as { draft: Draft }).draft.text;

it("writes the first letter at once, and then at most twice a second what has come together", async () => {
  const { played, drafts } = await opened();
  drafts.set(key, words("a"));
  const first = await played.asked("drafts.save");
  expect(textOf(first.input)).toBe("a");
  for (const text of ["ab", "abc", "abcd"]) drafts.set(key, words(text));
  await first.answer(saved);
  vi.advanceTimersByTime(writePauseMs - 1);
  expect(played.count("drafts.save")).toBe(0);
  vi.advanceTimersByTime(1);
  const second = await played.asked("drafts.save");
  expect(textOf(second.input)).toBe("abcd");
  await second.answer(saved);
  vi.advanceTimersByTime(10 * writePauseMs);
  expect(played.count("drafts.save")).toBe(0);
});

it("writes at once where the field is left or the page is hidden", async () => {
  const { played, drafts, keeper } = await opened();
  drafts.set(key, words("a"));
  await (await played.asked("drafts.save")).answer(saved);
  drafts.set(key, words("ab"));
  keeper.blur();
  await (await played.asked("drafts.save")).answer(saved);
  drafts.set(key, words("abc"));
  void keeper.flush();
  expect(textOf((await played.asked("drafts.save")).input)).toBe("abc");
});

it("does not write over what is kept before that was read, and puts what was typed meanwhile behind it", async () => {
  const { played, drafts, chat } = await setUp();
  chat.startNew(key);
  const read = await played.asked("drafts.read");
  drafts.set(key, words(" more"));
  expect(played.count("drafts.save")).toBe(0);
  await read.answer(kept("half"));
  expect(drafts.of(key).text).toBe("half more");
  expect(textOf((await played.asked("drafts.save")).input)).toBe("half more");
});

it("shows what another window wrote, but never under the hands", async () => {
  const { played, drafts, keeper } = await opened("old");
  const changes = { topic: "drafts", type: "draft-changed", sessionKey: key, by: "another" } as const;
  played.tell(changes);
  await (await played.asked("drafts.read")).answer(kept("theirs"));
  expect(drafts.of(key).text).toBe("theirs");
  keeper.focus();
  played.tell(changes);
  expect(played.count("drafts.read")).toBe(0);
  keeper.blur();
  await (await played.asked("drafts.read")).answer(kept("theirs again"));
  expect(drafts.of(key).text).toBe("theirs again");
  keeper.focus();
  played.tell(changes);
  drafts.set(key, words("mine"));
  expect(textOf((await played.asked("drafts.save")).input)).toBe("mine");
  played.tell({ ...changes, by: keeper.by });
  expect(played.count("drafts.read")).toBe(0);
});

it("reads a draft again when its chat is opened after another window wrote in it, and drops one whose chat is removed", async () => {
  const { played, drafts, chat } = await opened("old");
  chat.startNew(other);
  await (await played.asked("drafts.read")).answer(nothing);
  played.tell({ topic: "drafts", type: "draft-changed", sessionKey: key, by: "another" });
  expect(drafts.of(key).text).toBe("");
  chat.startNew(key);
  await (await played.asked("drafts.read")).answer(kept("theirs"));
  drafts.set(key, words("theirs and mine"));
  await (await played.asked("drafts.save")).answer(saved);
  played.tell({ topic: "session", type: "session-removed", sessionKey: key });
  expect(drafts.of(key).text).toBe("");
  vi.advanceTimersByTime(10 * writePauseMs);
  expect(played.count("drafts.save")).toBe(0);
});

it("says why a draft is not kept, tries again, and takes the word back", async () => {
  const { played, drafts, problem } = await opened();
  drafts.set(key, words("a"));
  await (await played.asked("drafts.save")).refuse(contractError("disk-full", "The disk is full."));
  expect(problem()).toContain("The disk is full.");
  vi.runOnlyPendingTimers();
  await (await played.asked("drafts.save")).answer(saved);
  expect(problem()).toBeUndefined();
  drafts.set(key, words("x".repeat(maxMessageChars + 1)));
  vi.advanceTimersByTime(writePauseMs);
  expect(problem()).toContain("longer than a message may be");
  expect(played.count("drafts.save")).toBe(0);
});

it("writes what was typed while the line was lost once it is back, also with another process", async () => {
  const { played, drafts } = await opened();
  drafts.set(key, words("a"));
  await (await played.asked("drafts.save")).answer(saved);
  drafts.set(key, words("ab"));
  for (const how of ["same", "restarted"] as const) {
    await played.comeBack(how);
    const again = await played.asked("drafts.save");
    expect(textOf(again.input)).toBe("ab");
  }
});

it("leaves in the browser what the agent does not have when the page is closed, for the next page to take over", async () => {
  const { drafts, keeper, played } = await opened();
  drafts.set(key, words("a"));
  await (await played.asked("drafts.save")).answer(saved);
  drafts.set(key, words("ab"));
  keeper.leave();
  expect([...browser.keys()]).toEqual(["perch.unsaved"]);
  const next = await setUp();
  await (await next.played.asked("drafts.read")).answer(kept("a"));
  const taken = await next.played.asked("drafts.save");
  expect(textOf(taken.input)).toBe("ab");
  await taken.answer(saved);
  expect(browser.size).toBe(0);
});

it("leaves no message in the browser that is on its way, and keeps what another page left there", async () => {
  browser.set("perch.unsaved", JSON.stringify({ [other]: { draft: words("theirs"), at: 1 } }));
  const { drafts, keeper, played, chat } = await setUp();
  await (await played.asked("drafts.read")).refuse(contractError("disconnected", "The connection is gone."));
  chat.startNew(key);
  await settled();
  await (await played.asked("drafts.read")).refuse(contractError("disconnected", "The connection is gone."));
  drafts.set(key, words("sent"));
  const release = keeper.hold(key, words("sent"));
  keeper.leave();
  expect(JSON.parse(browser.get("perch.unsaved") ?? "")).not.toHaveProperty([key]);
  drafts.set(key, words("typed since"));
  keeper.leave();
  expect(JSON.parse(browser.get("perch.unsaved") ?? "")[key].draft).toEqual(words("typed since"));
  release("not-sent");
  keeper.leave();
  expect(Object.keys(JSON.parse(browser.get("perch.unsaved") ?? ""))).toEqual([other, key]);
});

it("takes over the drafts of earlier versions once, and not over what is kept", async () => {
  browser.set("perch.drafts", JSON.stringify({ [key]: ["top", "middle", "bottom"], [other]: ["older"], odd: ["x"] }));
  const { played, chat, drafts } = await setUp();
  await (await played.asked("drafts.read")).answer(nothing);
  const taken = await played.asked("drafts.save");
  const aside = ["bottom", "middle"].map(words);
  expect(taken.input).toMatchObject({ sessionKey: key, draft: { ...words("top"), aside } });
  chat.startNew(other);
  await taken.answer(saved);
  await (await played.asked("drafts.read")).answer(kept("newer"));
  expect(browser.size).toBe(0);
  await (await played.asked("drafts.read")).answer(kept("newer"));
  expect(drafts.of(other).text).toBe("newer");
  browser.set("perch.drafts", '{"a":{"text":1}}');
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await setUp();
  expect(warn).toHaveBeenCalledOnce();
});

it("finds the newest chat that was begun and not sent at once, and a new one where the person turns away from that", async () => {
  const { played, drafts, chat, unsent } = await setUp();
  const row = (sessionKey: typeof key, isNew: boolean) => ({ sessionKey, savedAt: 1, preview: "", isNew });
  void unsent.load();
  await (await played.asked("drafts.list")).answer({ drafts: [row(other, false), row(key, true)] });
  expect(unsent.newest()).toBe(key);
  chat.startNew(key);
  await (await played.asked("drafts.read")).answer(kept("begun"));
  expect(drafts.of(key).text).toBe("begun");
  expect(unsent.newest()).toBeNull();
  chat.startNew(other);
  expect(unsent.newest()).toBe(key);
  drafts.set(other, words("typed just now"));
  chat.startNew(sessionKeySchema.parse("desktop:third"));
  expect(unsent.store.getState().rows.map(({ preview }) => preview)).toEqual(["typed just now", "begun"]);
  expect(unsent.newest()).toBe(other);
  played.tell({ topic: "session", type: "session-created", sessionKey: other, summary: rowOf("idle") });
  expect(unsent.newest()).toBe(key);
});
