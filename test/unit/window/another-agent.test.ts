import { expect, it } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";
import { createAgentStores } from "../../../src-renderer/state/agent-stores.ts";
import { createFakeAgent, type FakeAgent, startClient } from "../../support/fake-agent.ts";
import {
  changed,
  detailOf,
  key,
  providerOf,
  reportOf,
  rowOf,
  runId,
  runStarts,
  warns,
} from "../../support/window-facts.ts";

/* The agent that the window shows is another process than before. */

const settings = settingsSchema.parse({});

/** What is read each time, answered: one chat that stands so. */
async function answerReads(agent: FakeAgent, state: "running" | "interrupted"): Promise<void> {
  await (await agent.asked("settings.get")).answer({ settings });
  await (await agent.asked("session.list")).answer({ sessions: [rowOf(state)], cursor: null });
  await (await agent.asked("approval.list")).answer({ approvals: [] });
}

async function setUp() {
  const agent = createFakeAgent();
  const known = createAgentStores(agent.client, () => undefined);
  await startClient(agent, { events: known.events, reset: (restarted) => void known.reset(restarted) });
  await answerReads(agent, "running");
  return { played: agent, ...known.stores };
}

it("shows a run that was on as cut off, in its chat and in the list", async () => {
  const { played, chat, chats } = await setUp();
  void chat.open(key);
  await (await played.asked("session.open")).answer(detailOf());
  played.tell(runStarts, changed(rowOf("running")));
  expect(chat.store.getState()).toMatchObject({ view: { run: { runId, end: null } } });
  await played.comeBack("restarted");
  await answerReads(played, "interrupted");
  await (await played.asked("session.open")).answer(detailOf({ lastRun: { kind: "interrupted", runId } }));
  expect(chat.store.getState()).toMatchObject({ view: { run: null }, facts: { interrupted: runId } });
  expect(chats.store.getState().rows).toMatchObject([{ state: "interrupted" }]);
});

it("shows a chat that had just begun as what became of it, and a new one as new", async () => {
  const { played, chat } = await setUp();
  chat.startNew(key);
  await played.comeBack("restarted");
  await (await played.asked("session.open")).answer(detailOf({ lastRun: { kind: "interrupted", runId } }));
  expect(chat.store.getState()).toMatchObject({ kind: "open", facts: { interrupted: runId } });
  chat.startNew(sessionKeySchema.parse("desktop:new"));
  await played.comeBack("restarted");
  await (await played.asked("session.open")).refuse(contractError("not-found", "There is no such chat."));
  expect(chat.store.getState()).toMatchObject({ kind: "new" });
  await played.comeBack("restarted");
  await (await played.asked("session.open")).refuse(contractError("disconnected", "The connection is gone."));
  expect(chat.store.getState()).toMatchObject({ kind: "new" });
});

it("reads again the providers, the models and the usage that are shown, and nothing that nobody looked at", async () => {
  const { played, providers, models, usage } = await setUp();
  await played.comeBack("restarted");
  const counts = () => [played.count("provider.list"), played.count("provider.models"), played.count("usage.report")];
  expect(counts()).toEqual([0, 0, 0]);
  void providers.need();
  void models.need(["openai"]);
  void usage.open();
  await (await played.asked("provider.list")).answer({ providers: [providerOf("openai")], newKeys: "file" });
  await (await played.asked("provider.models")).answer({ models: [], message: "" });
  await (await played.asked("usage.report")).answer(reportOf(1));
  await played.comeBack("restarted");
  expect(counts()).toEqual([1, 1, 1]);
});

it("forgets that a limit of a run was nearly used up, and keeps that of a chat", async () => {
  const { played, budgetWarnings } = await setUp();
  played.tell(warns("run"), warns("chat"));
  await played.comeBack("restarted");
  expect(budgetWarnings.store.getState().warnings.map(({ scope }) => scope)).toEqual(["chat"]);
});

it("takes in what came before the line broke, and only then what the other one says", async () => {
  const heard: string[] = [];
  const agent = createFakeAgent({ areDrawn: true, next: () => undefined });
  await startClient(agent, {
    events: (events) => heard.push(...events.map(({ type }) => type)),
    reset: (restarted) => heard.push(`reset ${restarted}`),
    link: ({ kind }) => heard.push(kind),
  });
  agent.tell(runStarts);
  await agent.comeBack("restarted");
  expect(heard).toEqual(["connecting", "up", "reset false", "run-start", "lost", "up", "reset true"]);
});

it("reads what is asked while the line is lost, and what was refused meanwhile, once it is back", async () => {
  const agent = createFakeAgent();
  const known = createAgentStores(agent.client, () => undefined);
  const { providers } = known.stores;
  const first = providers.load();
  expect(providers.store.getState()).toMatchObject({ loading: "loading" });
  await startClient(agent, { link: ({ kind }) => (kind === "up" ? known.retry() : undefined) });
  await (await agent.asked("provider.list")).refuse(contractError("disconnected", "the line broke"));
  await first;
  expect(providers.store.getState()).toMatchObject({ loading: "failed" });
  known.retry();
  await (await agent.asked("provider.list")).answer({ providers: [providerOf("openai")], newKeys: "file" });
  expect(providers.store.getState()).toMatchObject({ loading: "ready", error: null });
});
