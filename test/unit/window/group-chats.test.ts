import { expect, it, vi } from "vitest";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import type { SessionSummary } from "../../../src-preload/contract/session.ts";
import {
  type ChatGroup,
  groupChats,
  holdGroups,
  withAsking,
} from "../../../src-renderer/features/chats/group-chats.ts";
import { createChats } from "../../../src-renderer/state/chats.ts";
import { settleMs } from "../../../src-renderer/state/settled-chats.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";
import { askOf } from "../../support/mcp/asks.ts";
import { approvalOf, key, rowOf, runId } from "../../support/window-facts.ts";

/* Where a chat stands in the list, and that it stays there. */

const now = 1_800_000_000_000;
const keyOf = (name: string) => sessionKeySchema.parse(`desktop:${name}`);
const chat = (name: string, state: SessionSummary["state"], more: Partial<SessionSummary> = {}) =>
  rowOf(state, { key: keyOf(name), title: name, updatedAt: now, ...more });
const shape = (groups: readonly ChatGroup[]) =>
  groups.map(({ title, rows }) => [title, ...rows.map(({ row, isTall }) => `${row.title}${isTall ? "+" : ""}`)]);
const calm = { now, isUp: true, current: null, settled: new Set<SessionSummary["key"]>() };

it("moves a chat to those that run once its run has lasted, and keeps it in one line until then", () => {
  const rows = [chat("a", "idle"), chat("b", "running", { updatedAt: now - 1 })];
  expect(shape(groupChats(rows, calm))).toEqual([["chats.today", "a", "b"]]);
  expect(shape(groupChats(rows, { ...calm, settled: new Set([keyOf("b")]) }))).toEqual([
    ["chats.running", "b+"],
    ["chats.today", "a"],
  ]);
});

it("moves a chat that asks at once, but for the one that is open", () => {
  const rows = [chat("a", "waiting"), chat("b", "waiting", { updatedAt: now - 1 })];
  expect(shape(groupChats(rows, { ...calm, current: keyOf("a") }))).toEqual([
    ["chats.needsYou", "b+"],
    ["chats.today", "a"],
  ]);
  expect(shape(groupChats(rows, { ...calm, current: keyOf("a"), settled: new Set([keyOf("a")]) }))).toEqual([
    ["chats.needsYou", "a+", "b+"],
  ]);
});

it("leaves every row where it is under a pointer, with what it says now", () => {
  const before = groupChats([chat("a", "idle"), chat("b", "idle", { updatedAt: now - 1 })], calm);
  const next = groupChats(
    [chat("b", "failed", { updatedAt: now + 1 }), chat("a", "waiting"), chat("c", "idle", { updatedAt: now + 2 })],
    calm,
  );
  const held = holdGroups(before, next);
  expect(shape(held)).toEqual([["chats.today", "c", "a", "b"]]);
  expect(held[0]?.rows.map(({ row }) => row.state)).toEqual(["idle", "waiting", "failed"]);
  expect(shape(holdGroups(before, groupChats([chat("b", "idle")], calm)))).toEqual([["chats.today", "b"]]);
});

it("puts a chat that is taken out of the trash under a pointer where its time does", () => {
  const all = ["a", "b", "c"].map((name, index) => chat(name, "idle", { updatedAt: now - index }));
  const held = all.map((one) => {
    const others = all.filter((row) => row !== one);
    return shape(holdGroups(groupChats(others, calm), groupChats(all, calm)));
  });
  expect(held).toEqual(Array(3).fill([["chats.today", "a", "b", "c"]]));
});

it("counts as running after two seconds, and no longer when the run is over", async () => {
  const played = createFakeAgent();
  const chats = createChats(played.client);
  await startClient(played, { events: chats.apply });
  void chats.load();
  await (await played.asked("session.list")).answer({ sessions: [rowOf("running")], cursor: null });
  vi.advanceTimersByTime(settleMs - 1);
  expect([...chats.store.getState().settled]).toEqual([]);
  vi.advanceTimersByTime(1);
  expect([...chats.store.getState().settled]).toEqual([key]);
  played.tell({ topic: "session", type: "session-changed", sessionKey: key, summary: rowOf("idle"), chosen: {} });
  await new Promise((resolve) => setImmediate(resolve));
  expect([...chats.store.getState().settled]).toEqual([]);
});

it("says what a chat wants and does now as soon as it is told", async () => {
  const played = createFakeAgent();
  const chats = createChats(played.client);
  await startClient(played, { events: chats.apply });
  void chats.load();
  await (await played.asked("session.list")).answer({ sessions: [rowOf("running")], cursor: null });
  const inRun = { sessionKey: key, runId } as const;
  const subject = { callId: "c", tool: "read_file", title: "a.md", effect: "read", arguments: {} } as const;
  played.tell({ topic: "agent", type: "tool-start", ...inRun, ...subject });
  played.tell({ topic: "approval", type: "approval-request", ...inRun, approval: approvalOf("move 46 files") });
  await new Promise((resolve) => setImmediate(resolve));
  expect(chats.store.getState().rows).toMatchObject([
    { state: "waiting", preview: "move 46 files", step: { tool: "read_file", title: "a.md" } },
  ]);
});

it("says that a chat waits where one of its sub-agents does, with what is asked", () => {
  const asked = { ...approvalOf("a"), subagent: { parent: keyOf("b"), label: "Looks" } };
  const rows = [chat("a", "running"), chat("b", "running", { preview: "old" }), chat("c", "idle")];
  const asks = [askOf("x", { sessionKey: keyOf("a"), message: "Which table?" })];
  const withAsk = withAsking(rows, [], asks);
  expect(withAsk[0]).toMatchObject({ state: "waiting", preview: "Which table?" });
  const shown = withAsking(rows, [asked, approvalOf("c")], []);
  expect(shown.map(({ state, preview }) => [state, preview])).toEqual([
    ["running", rows[0]?.preview],
    ["waiting", asked.subject.title],
    ["idle", rows[2]?.preview],
  ]);
});
