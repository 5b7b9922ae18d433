import { expect, it } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { type Report, reportSchema } from "../../../src-preload/contract/inbox.ts";
import type { ProfileRow } from "../../../src-preload/contract/profiles.ts";
import { createInboxView } from "../../../src-renderer/state/inbox-view.ts";
import { createProfiles } from "../../../src-renderer/state/profiles.ts";
import { createReports } from "../../../src-renderer/state/reports.ts";
import { createThreads } from "../../../src-renderer/state/threads.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";

/* Reports that are answered in their threads, and what keys do in the Inbox. */

const reportOf = (id: string, given: object = {}): Report =>
  reportSchema.parse({ id, at: 1, kind: "result", title: id, text: "It is sunny.", ...given });

const profileOf = (name: string): ProfileRow => ({
  name,
  description: "",
  model: null,
  path: null,
  problem: "",
  warning: "",
});

async function opened(...list: readonly Report[]) {
  const played = createFakeAgent();
  const told: string[] = [];
  const notify = (words: string) => void told.push(words);
  const reports = createReports(played.client);
  const profiles = createProfiles(played.client);
  profiles.store.setState({
    list: { kind: "ready", rows: [] },
    usable: ["planner", "reader"].map(profileOf),
  });
  const threads = createThreads({ client: played.client, notify, profiles, reports });
  await startClient(played, {
    events: (events) => {
      reports.apply(events);
      threads.apply(events);
    },
  });
  const load = async (next: readonly Report[]): Promise<void> => {
    const loaded = reports.load();
    await (await played.asked("inbox.list")).answer({ reports: next });
    await loaded;
  };
  await load(list);
  const chats = (): readonly string[] => threads.store.getState().chats.map(({ key }) => key);
  return { played, reports, threads, told, load, chats };
}

it("follows the chat of the run, and those that are begun to answer", async () => {
  const run = reportOf("a", { sessionKey: "cron:w:1" });
  const { played, threads, load, chats } = await opened(run);
  threads.open(run);
  expect((await played.asked("session.open")).input).toMatchObject({ sessionKey: "cron:w:1" });
  const [first] = threads.store.getState().chats;
  await load([{ ...run, chats: [{ sessionKey: "desktop:b" as never, profile: "planner" }] }]);
  expect(chats()).toEqual(["cron:w:1", "desktop:b"]);
  expect(threads.store.getState().chats[0]).toBe(first);
  expect(threads.store.getState().chats[1]).toMatchObject({ profile: "planner" });
  expect([threads.profilesFor("PL"), threads.profilesFor("x")]).toEqual([["planner"], []]);
  threads.close();
  expect([chats(), threads.store.getState().open]).toEqual([[], null]);
});

it.each([
  ["And tomorrow?", { text: "And tomorrow?", profile: null }],
  ["@planner  plan it", { text: "plan it", profile: "planner" }],
  ["@notes.md is wrong", { text: "@notes.md is wrong", profile: null }],
  ["@chat:Trip too", { text: "@chat:Trip too", profile: null }],
  ["@John says no", { text: "@John says no", profile: null }],
  ["see @planner", { text: "see @planner", profile: null }],
])("sends %s to whom it is for", async (words, sent) => {
  const { played, threads } = await opened(reportOf("a"));
  threads.write("a", words);
  const sending = threads.send("a");
  const asked = await played.asked("inbox.answer");
  expect(asked.input).toMatchObject({ id: "a", ...sent });
  await asked.answer({ sessionKey: "desktop:b" as never });
  await sending;
  expect(threads.store.getState()).toMatchObject({ words: { a: "" }, sending: [] });
});

it("keeps the words of what was not sent, and sends them again as the same message", async () => {
  const { played, threads, told } = await opened(reportOf("a"));
  threads.write("a", "And tomorrow?");
  const first = threads.send("a");
  expect(threads.store.getState().words["a"]).toBe("");
  threads.write("a", "And");
  void threads.send("a");
  const asked = await played.asked("inbox.answer");
  threads.write("a", "");
  await asked.refuse(contractError("storage", "The disk is full."));
  await first;
  expect([threads.store.getState().words["a"], told]).toEqual(["And tomorrow?", ["The disk is full."]]);
  const second = threads.send("a");
  const again = await played.asked("inbox.answer");
  expect(again.input).toEqual(asked.input);
  await again.answer({ sessionKey: "desktop:b" as never });
  await second;
  threads.write("a", "And tomorrow?");
  void threads.send("a");
  const other = (await played.asked("inbox.answer")).input as { readonly messageId: string };
  expect((asked.input as typeof other).messageId).not.toBe(other.messageId);
});

it.each(["", "  ", "@planner "])("sends nothing where there are no words: %j", async (words) => {
  const { played, threads } = await opened(reportOf("a"));
  threads.write("a", words);
  await threads.send("a");
  expect(played.count("inbox.answer")).toBe(0);
});

it("goes from item to item, and on to the neighbour of one that is dismissed, which can come back", async () => {
  const undone: (() => Promise<void>)[] = [];
  const restored: string[] = [];
  const reports = { dismiss: async (id: string) => id !== "b", restore: async (id: string) => void restored.push(id) };
  const view = createInboxView({ reports, offerUndo: (_words, undo) => void undone.push(undo) });
  const list = ["a", "b", "c"].map((id) => reportOf(id));
  const items = list.map((report) => ({ kind: "report", id: report.id, at: 1, report }) as const);
  const current = (): string | null => view.store.getState().current;
  const at = (steps: readonly (1 | -1)[]) =>
    steps.map((by) => {
      view.move(items, by);
      return current();
    });
  expect(at([1, 1, 1, 1, -1])).toEqual(["a", "b", "c", "c", "b"]);
  const [a, b, c] = list;
  if (a === undefined || b === undefined || c === undefined) throw new Error("there are three");
  await view.dismiss(b, items);
  expect([current(), undone.length]).toEqual(["b", 0]);
  view.select("c");
  await view.dismiss(c, items);
  expect(current()).toBe("b");
  await undone[0]?.();
  expect([restored, current()]).toEqual([["c"], "c"]);
  view.show("news");
  expect(view.store.getState()).toEqual({ filter: "news", current: null });
  view.move([], 1);
  expect(current()).toBeNull();
});
