import { expect, it } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";
import type { ModelOffer } from "../../../src-preload/contract/window.ts";
import { createAgent } from "../../../src-renderer/state/agent.ts";
import { createChats } from "../../../src-renderer/state/chats.ts";
import { createFirstRun, readFirstRun } from "../../../src-renderer/state/first-run.ts";
import { readKeyDraft } from "../../../src-renderer/state/key-draft.ts";
import { createProviders } from "../../../src-renderer/state/providers.ts";
import { createStage } from "../../../src-renderer/state/stage.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";
import { providerOf, rowOf, settingsChange } from "../../support/window-facts.ts";

/* The way to a first model, and when the window takes its place. */

const offer: ModelOffer = {
  id: "ollama",
  name: "Ollama",
  provider: "ollama",
  kind: "local",
  source: "http://localhost:11434",
  state: "ready",
  models: ["ollama/qwen"],
  howTo: "",
};
const hosted = { ...providerOf("openai"), apiBase: "https://api.openai.com/v1", isSetUp: false };
const settings = (model: string | null) => ({ settings: settingsSchema.parse({ agents: { defaults: { model } } }) });

async function setUp() {
  const played = createFakeAgent();
  const [agent, providers] = [createAgent(played.client), createProviders(played.client)];
  const chats: string[] = [];
  const run = createFirstRun({ client: played.client, agent, providers, newChat: () => void chats.push("new") });
  await startClient(played, {});
  void run.look();
  await (await played.asked("provider.list")).answer({ providers: [hosted], newKeys: "file" });
  const draft = () => readKeyDraft(run.key.store.getState(), providers.store.getState().rows);
  return { played, run, chats, draft, now: () => readFirstRun(run.store.getState(), draft()) };
}

it("offers what is found on this computer, the first of it at once, and nothing where that cannot be told", async () => {
  const { played, run, now } = await setUp();
  expect(now()).toMatchObject({ found: { kind: "looking" }, modelId: null, canTest: false, canStart: false });
  await (await played.asked("model.probe")).answer({ offers: [offer], looked: ["port 11434"] });
  expect(now()).toMatchObject({ modelId: "ollama/qwen", canTest: true, canStart: true });
  void run.look();
  await (await played.asked("model.probe")).refuse(contractError("internal", "It is broken."));
  expect(now().found).toEqual({ kind: "found", offers: [], looked: [] });
});

it("recognises a key as it is typed, and whose the last one is", async () => {
  const { played, run, draft, now } = await setUp();
  run.changeKey({ key: "sk-old" });
  const earlier = await played.asked("provider.detect");
  run.changeKey({ key: "sk-new" });
  await (await played.asked("provider.detect")).answer({ name: "openai", isSure: true });
  await earlier.answer({ name: "anthropic", isSure: true });
  expect(draft()).toMatchObject({ row: { name: "openai" }, isWhole: true, input: { apiKey: "sk-new" } });
  expect(now()).toMatchObject({ isKey: true, canTest: true, canStart: false });
  run.changeKey({ key: "sk" });
  expect([draft().detected, played.count("provider.detect")]).toEqual([null, 0]);
});

it("starts with the model that a test of the key found; another key is to be tested anew", async () => {
  const { played, run, chats, draft, now } = await setUp();
  run.changeKey({ key: "sk-secret", chosen: "openai" });
  void run.test();
  const tested = await played.asked("model.test");
  expect(tested.input).toEqual({ apiKey: "sk-secret", provider: "openai" });
  expect(now()).toMatchObject({ isBusy: true, canTest: false });
  await tested.answer({ modelId: "openai/gpt", stages: [], models: [] });
  expect(now()).toMatchObject({ startId: "openai/gpt", canStart: true });
  run.changeKey({ key: "sk-other!" });
  expect(now().canStart).toBe(false);
  void run.test();
  await (await played.asked("model.test")).answer({ modelId: "openai/gpt", stages: [], models: [] });
  void run.start();
  const chosen = await played.asked("model.choose");
  expect(chosen.input).toEqual({ modelId: "openai/gpt", apiKey: "sk-other!", provider: "openai" });
  await chosen.answer(settings("openai/gpt"));
  await (await played.asked("settings.get")).answer(settings("openai/gpt"));
  expect([chats, draft().key]).toEqual([["new"], ""]);
});

it("says what is wrong where it belongs, and forgets it when something else is chosen", async () => {
  const { played, run, chats, now } = await setUp();
  run.changeKey({ key: "sk-secret", chosen: "openai" });
  void run.test();
  const refusal = contractError("invalid-input", "The key was refused.", { field: "apiKey" });
  await (await played.asked("model.test")).refuse(refusal);
  expect(now()).toMatchObject({ problem: { field: "apiKey" }, rest: null });
  run.choose("ollama/qwen");
  expect(now()).toMatchObject({ problem: null, modelId: "ollama/qwen" });
  void run.practise();
  await (await played.asked("model.choose")).refuse(contractError("internal", "The disk is full."));
  expect([now().rest, chats]).toEqual(["The disk is full.", []]);
});

it("shows the first run while there is neither a model nor a chat, and the window from then on", async () => {
  const played = createFakeAgent();
  const [agent, chats] = [createAgent(played.client), createChats(played.client)];
  const { store } = createStage(agent, chats);
  const stage = () => store.getState().stage;
  const seen: string[] = [];
  store.subscribe((now) => seen.push(now.stage));
  await startClient(played, { events: agent.apply });
  void agent.load();
  void chats.load();
  await (await played.asked("settings.get")).answer(settings(null));
  expect(stage()).toBe("waiting");
  await (await played.asked("session.list")).answer({ sessions: [], cursor: null });
  expect(stage()).toBe("first-run");
  played.tell(settingsChange);
  await (await played.asked("settings.get")).answer(settings(null));
  played.tell(settingsChange);
  await (await played.asked("settings.get")).answer(settings("a/b"));
  expect(stage()).toBe("window");
  played.tell(settingsChange);
  await (await played.asked("settings.get")).answer(settings(null));
  expect(stage()).toBe("window");
  expect(seen).toEqual(["first-run", "window"]);
});

it("shows the window to whoever has a chat, also while no model is set", async () => {
  const played = createFakeAgent();
  const [agent, chats] = [createAgent(played.client), createChats(played.client)];
  const { store } = createStage(agent, chats);
  await startClient(played, {});
  void chats.load();
  await (await played.asked("session.list")).answer({ sessions: [rowOf("idle")], cursor: null });
  expect(store.getState().stage).toBe("waiting");
  void agent.load();
  await (await played.asked("settings.get")).answer(settings(null));
  expect(store.getState().stage).toBe("window");
});
