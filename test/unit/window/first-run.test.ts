import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";
import type { ModelOffer, ModelProblemCode } from "../../../src-preload/contract/window.ts";
import { createAgent } from "../../../src-renderer/state/agent.ts";
import { createChats } from "../../../src-renderer/state/chats.ts";
import { createFirstRun } from "../../../src-renderer/state/first-run.ts";
import { quietOffers, readFirstRun, readyOffers, wholeModelId } from "../../../src-renderer/state/first-run-view.ts";
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
/** What was begun and not sent is known. */
const begun = { store: createStore(() => ({ rows: [], isRead: true })) };
const hosted = { ...providerOf("openai"), apiBase: "https://api.openai.com/v1", isSetUp: false };
const custom = { ...providerOf("custom"), kind: "custom" as const, apiBase: null, isSetUp: false };
const settings = (model: string | null) => ({ settings: settingsSchema.parse({ agents: { defaults: { model } } }) });

async function setUp() {
  const played = createFakeAgent();
  const [agent, providers] = [createAgent(played.client), createProviders(played.client)];
  const chats: string[] = [];
  const newChat = () => {
    chats.push("new");
    return sessionKeySchema.parse("desktop:new");
  };
  const prepare = async (key: string) => void chats.push(`prepared ${key}`);
  const run = createFirstRun({ client: played.client, agent, providers, newChat, prepare });
  await startClient(played, {});
  void run.look();
  await (await played.asked("provider.list")).answer({ providers: [hosted, custom], newKeys: "file" });
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
  expect(now().found).toEqual({ kind: "failed", message: "It is broken." });
  expect(now()).toMatchObject({ chosen: null, blocked: "first.blocked.choice", canTest: false, canStart: false });
});

it("recognises a key as it is typed, and whose the last one is", async () => {
  const { played, run, draft, now } = await setUp();
  run.changeKey({ key: "sk-old" });
  const earlier = await played.asked("provider.detect");
  run.changeKey({ key: "sk-new" });
  await (await played.asked("provider.detect")).answer({ name: "openai", isSure: true });
  await earlier.answer({ name: "anthropic", isSure: true });
  expect(draft()).toMatchObject({ row: { name: "openai" }, isWhole: true, input: { apiKey: "sk-new" } });
  expect(now()).toMatchObject({ chosen: { kind: "key" }, canTest: true, canStart: false });
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
  expect(now()).toMatchObject({ modelId: "openai/gpt", canStart: true });
  run.changeKey({ key: "sk-other!" });
  expect(now().canStart).toBe(false);
  void run.test();
  await (await played.asked("model.test")).answer({ modelId: "openai/gpt", stages: [], models: [] });
  void run.start();
  const chosen = await played.asked("model.choose");
  expect(chosen.input).toEqual({ modelId: "openai/gpt", apiKey: "sk-other!", provider: "openai" });
  await chosen.answer(settings("openai/gpt"));
  await (await played.asked("settings.get")).answer(settings("openai/gpt"));
  expect([chats, draft().key]).toEqual([["new", "prepared desktop:new"], ""]);
});

const failedAt = (code: ModelProblemCode) => {
  const problem = { code, message: "It failed.", nextStep: "" };
  return [{ stage: "signed-in" as const, state: "failed" as const, message: "It failed.", durationMs: 1, problem }];
};

it("does not start with what failed its test, unless the person says so", async () => {
  const { played, run, now } = await setUp();
  await (await played.asked("model.probe")).answer({ offers: [offer], looked: [] });
  expect(now()).toMatchObject({ canStart: true, blocked: null, fix: null });
  void run.test();
  const stages = failedAt("no-tools");
  await (await played.asked("model.test")).answer({ modelId: "ollama/qwen", stages, models: [] });
  const fix = { kind: "field", field: "model" };
  expect(now()).toMatchObject({ canStart: false, canGoOn: true, blocked: "first.blocked.failed", fix });
  void run.start();
  expect((await played.asked("model.choose")).input).toEqual({ modelId: "ollama/qwen" });
});

it("lets the model be changed to one that the test has listed, or to any by its name", async () => {
  const { played, run, now } = await setUp();
  await (await played.asked("model.probe")).answer({ offers: [offer], looked: [] });
  run.chooseModel(wholeModelId("qwen3:8b", "ollama"));
  expect(now()).toMatchObject({ modelId: "ollama/qwen3:8b", choices: ["ollama/qwen3:8b", "ollama/qwen"] });
  run.changeKey({ key: "sk-secret", chosen: "openai" });
  expect(now()).toMatchObject({ modelId: null, choices: [], blocked: "first.blocked.test" });
  void run.test();
  const models = ["openai/gpt", "openai/mini"];
  await (await played.asked("model.test")).answer({ modelId: "openai/gpt", stages: [], models });
  expect(now()).toMatchObject({ modelId: "openai/gpt", choices: models, canStart: true });
  run.chooseModel("openai/mini");
  expect(now()).toMatchObject({ modelId: "openai/mini", choices: models, canStart: false, canTest: true });
  void run.test();
  expect((await played.asked("model.test")).input).toMatchObject({ modelId: "openai/mini", apiKey: "sk-secret" });
});

it("lets a test tell the models of a key that was found without any", async () => {
  const { played, run, now } = await setUp();
  const found: ModelOffer = { ...offer, id: "settings:router", provider: "router", kind: "settings", models: [] };
  const idle: ModelOffer = { ...offer, id: "local:jan", state: "not-running", models: [] };
  await (await played.asked("model.probe")).answer({ offers: [idle, found], looked: [] });
  expect(now()).toMatchObject({ chosen: { offerId: "settings:router" }, modelId: null, blocked: "first.blocked.test" });
  expect([readyOffers(now().found), quietOffers(now().found)]).toEqual([[found], [idle]]);
  void run.test();
  const asked = await played.asked("model.test");
  expect(asked.input).toEqual({ provider: "router" });
  await asked.answer({ modelId: "router/a", stages: [], models: ["router/a", "router/b"] });
  expect(now()).toMatchObject({ modelId: "router/a", choices: ["router/a", "router/b"], canStart: true });
});

it("takes an address that was pasted for a key as one of the person's own server", async () => {
  const { played, run, draft, now } = await setUp();
  expect(now().blocked).toBe("first.blocked.choice");
  run.chooseKey();
  expect(now()).toMatchObject({ blocked: "first.blocked.key", canTest: false });
  run.changeKey({ key: "http://127.0.0.1:1234/v1" });
  expect(draft()).toMatchObject({ key: "", address: "http://127.0.0.1:1234/v1" });
  expect(now()).toMatchObject({ chosen: { kind: "address" }, focusAsked: { address: 1 }, canTest: true });
  void run.test();
  const input = { apiBase: "http://127.0.0.1:1234/v1", provider: "custom" };
  const asked = await played.asked("model.test");
  expect(asked.input).toEqual(input);
  await asked.answer({ modelId: null, stages: failedAt("unknown-host"), models: [] });
  expect(now()).toMatchObject({ fix: { kind: "field", field: "address" }, canGoOn: false, canStart: false });
  run.chooseKey();
  expect(draft()).toMatchObject({ chosen: null });
  run.changeKey({ chosen: "custom" });
  expect(now().chosen).toEqual({ kind: "address" });
});

it("says what is wrong where it belongs, and forgets it when something else is chosen", async () => {
  const { played, run, chats, now } = await setUp();
  run.changeKey({ key: "sk-secret", chosen: "openai" });
  void run.test();
  const refusal = contractError("invalid-input", "The key was refused.", { field: "apiKey" });
  await (await played.asked("model.test")).refuse(refusal);
  expect(now()).toMatchObject({ problem: { field: "apiKey" }, rest: null });
  run.choose("ollama", "ollama/qwen");
  expect(now()).toMatchObject({ problem: null, modelId: "ollama/qwen" });
  void run.practise();
  await (await played.asked("model.choose")).refuse(contractError("internal", "The disk is full."));
  expect([now().rest, chats]).toEqual(["The disk is full.", []]);
});

it("shows the first run while there is neither a model nor a chat, and the window from then on", async () => {
  const played = createFakeAgent();
  const [agent, chats] = [createAgent(played.client), createChats(played.client)];
  const { store } = createStage(agent, chats, begun);
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
  const { store } = createStage(agent, chats, begun);
  await startClient(played, {});
  void chats.load();
  await (await played.asked("session.list")).answer({ sessions: [rowOf("idle")], cursor: null });
  expect(store.getState().stage).toBe("waiting");
  void agent.load();
  await (await played.asked("settings.get")).answer(settings(null));
  expect(store.getState().stage).toBe("window");
});
