import { expect, it } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";
import { createAgent } from "../../../src-renderer/state/agent.ts";
import { createChatMeter } from "../../../src-renderer/state/chat-meter.ts";
import { createChats } from "../../../src-renderer/state/chats.ts";
import { createInbox } from "../../../src-renderer/state/inbox.ts";
import { createModels } from "../../../src-renderer/state/models.ts";
import { createOpenChat } from "../../../src-renderer/state/open-chat.ts";
import { createProviders } from "../../../src-renderer/state/providers.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";
import {
  approvalOf,
  asks,
  changed,
  costs,
  decides,
  detailOf,
  key,
  providerOf,
  reportOf,
  rowOf,
  runEnds,
  runId,
  runStarts,
  settingsChange,
} from "../../support/window-facts.ts";

/* What happens while a snapshot is on its way is in there or not, and shows all the same; the last one asked for counts. */

it("shows in the list of chats what changed while it was read", async () => {
  const agent = createFakeAgent();
  const chats = createChats(agent.client);
  await startClient(agent, { events: chats.apply });
  void chats.load();
  const listed = await agent.asked("session.list");
  agent.tell(changed(rowOf("idle")));
  await listed.answer({ sessions: [rowOf("running")], cursor: null });
  expect(chats.store.getState().rows.map(({ state }) => state)).toEqual(["idle"]);
});

it("shows a chat once that moved up while the next page of the list was read", async () => {
  const agent = createFakeAgent();
  const chats = createChats(agent.client);
  await startClient(agent, { events: chats.apply });
  const other = rowOf("idle", { key: sessionKeySchema.parse("desktop:b") });
  void chats.load();
  await (await agent.asked("session.list")).answer({ sessions: [other], cursor: "next" });
  void chats.loadMore();
  const more = await agent.asked("session.list");
  agent.tell(changed(rowOf("running")));
  await more.answer({ sessions: [rowOf("idle")], cursor: null });
  expect(chats.store.getState().rows.map((row) => [row.key, row.state])).toEqual([
    [key, "running"],
    [other.key, "idle"],
  ]);
});

it("shows in the inbox what was asked and decided while it was read", async () => {
  const agent = createFakeAgent();
  const inbox = createInbox(agent.client, () => undefined);
  await startClient(agent, { events: inbox.apply });
  void inbox.load();
  const listed = await agent.asked("approval.list");
  const [old, fresh] = [approvalOf("old"), approvalOf("fresh")];
  agent.tell(decides(old), asks(fresh));
  await listed.answer({ approvals: [old] });
  expect(inbox.store.getState().approvals.map(({ callId }) => callId)).toEqual(["fresh"]);
});

it("shows how a run ended while its chat was read", async () => {
  const agent = createFakeAgent();
  const chat = createOpenChat(agent.client);
  await startClient(agent, { events: chat.apply });
  void chat.open(key);
  const opened = await agent.asked("session.open");
  agent.tell(runEnds("stopped"));
  await opened.answer(detailOf({ lastRun: { kind: "running", runId } }));
  expect(chat.store.getState()).toMatchObject({ kind: "open", facts: { stopped: true } });
});

it("counts a call that ends while what its chat cost is read again", async () => {
  const agent = createFakeAgent();
  const chat = createOpenChat(agent.client);
  const meter = createChatMeter(agent.client, chat);
  const apply: typeof chat.apply = (events) => {
    chat.apply(events);
    meter.apply(events);
  };
  await startClient(agent, { events: apply });
  void chat.open(key);
  await (await agent.asked("session.open")).answer(detailOf());
  await (await agent.asked("usage.report")).answer(reportOf(1));
  meter.reset();
  const again = await agent.asked("usage.report");
  agent.tell(costs(0.5));
  await again.answer(reportOf(1));
  if (agent.count("usage.report") > 0) await (await agent.asked("usage.report")).answer(reportOf(1.5));
  expect(meter.store.getState().cost).toBe(1.5);
});

it("reads how full a chat is that is opened during its run, and again after it", async () => {
  const agent = createFakeAgent();
  const chat = createOpenChat(agent.client);
  const meter = createChatMeter(agent.client, chat);
  await startClient(agent, {
    events(events) {
      chat.apply(events);
      meter.apply(events);
    },
  });
  void chat.open(key);
  const opened = await agent.asked("session.open");
  agent.tell(runStarts);
  await opened.answer(detailOf());
  await agent.asked("context.describe");
  agent.tell(runEnds("stopped"));
  await agent.asked("context.describe");
  expect(agent.count("context.describe")).toBe(0);
});

it("shows the settings that were asked for last, whichever come last", async () => {
  const agent = createFakeAgent();
  const state = createAgent(agent.client);
  await startClient(agent, { events: state.apply });
  void state.load();
  const first = await agent.asked("settings.get");
  agent.tell(settingsChange);
  const second = await agent.asked("settings.get");
  const settings = (model: string) => ({ settings: settingsSchema.parse({ agents: { defaults: { model } } }) });
  await second.answer(settings("new"));
  await first.answer(settings("old"));
  expect(state.store.getState().settings?.agents.defaults.model).toBe("new");
});

it("shows the providers and models that were asked for last, whichever come last", async () => {
  const agent = createFakeAgent();
  const [providers, models] = [createProviders(agent.client), createModels(agent.client)];
  await startClient(agent, {
    events(events) {
      providers.apply(events);
      models.apply(events);
    },
  });
  void providers.load();
  void models.load("openai");
  const [firstList, firstModels] = [await agent.asked("provider.list"), await agent.asked("provider.models")];
  agent.tell(settingsChange);
  const [nextList, nextModels] = [await agent.asked("provider.list"), await agent.asked("provider.models")];
  await nextList.answer({ providers: [providerOf("new")], newKeys: "file" });
  await nextModels.answer({ models: [], message: "new" });
  await firstList.refuse(contractError("internal", "old"));
  await firstModels.answer({ models: [], message: "old" });
  expect(providers.store.getState()).toMatchObject({ rows: [{ name: "new" }], loading: "ready", error: null });
  expect(models.store.getState().lists["openai"]).toMatchObject({ message: "new" });
});
