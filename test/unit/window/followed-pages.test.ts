import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";
import { createAgentStores } from "../../../src-renderer/state/agent-stores.ts";
import type { PlaceState, ShownConnection } from "../../../src-renderer/state/place.ts";
import { followPrices, pricedModels } from "../../../src-renderer/state/priced-models.ts";
import { createProviderRemoval } from "../../../src-renderer/state/provider-removal.ts";
import { followConnections } from "../../../src-renderer/state/shown-connection.ts";
import { createSystem } from "../../../src-renderer/state/system.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";
import { openedOf, serverOf } from "../../support/mcp-facts.ts";
import { providerOf, reportOf, settingsChange } from "../../support/window-facts.ts";

/* What a page reads while it is shown, and no longer. */

const settings = (more: object) => ({ settings: settingsSchema.parse(more) });

async function setUp() {
  const played = createFakeAgent();
  const told: string[] = [];
  const notify = (words: string): void => void told.push(words);
  const known = createAgentStores(played.client, notify);
  await startClient(played, { events: known.events });
  return { played, told, notify, ...known.stores };
}

const paths = {
  userHome: "/h",
  data: "/d",
  workspace: "/w",
  sessions: "/s",
  logs: "/l",
  backups: "/b",
  settings: "/c",
};

it("tells the proxy anew with each change of its setting, as long as the settings are shown", async () => {
  const { played, agent, notify } = await setUp();
  const system = createSystem(played.client, agent, notify);
  const words = () => system.store.getState().proxyWords;
  const end = system.show();
  await (await played.asked("system.paths")).answer(paths);
  expect(system.store.getState().paths).toEqual({ kind: "ready", paths });
  const first = await played.asked("system.proxy");
  void agent.load();
  await (await played.asked("settings.get")).answer(settings({ network: { proxy: "none" } }));
  const second = await played.asked("system.proxy");
  await first.answer({ id: "network", name: "proxy", state: "ok", message: "old" });
  expect(words()).toBe("");
  await second.answer({
    id: "network",
    name: "proxy",
    state: "ok",
    message: "no proxy is used.",
    nextStep: "Nothing to do.",
  });
  expect(words()).toBe("No proxy is used. Nothing to do.");
  end();
  played.tell(settingsChange);
  await (await played.asked("settings.get")).answer(settings({}));
  expect(played.count("system.proxy")).toBe(0);
});

it("opens the logs, and says why something could not be opened", async () => {
  const { played, agent, notify, told } = await setUp();
  const system = createSystem(played.client, agent, notify);
  void system.openLogs();
  await (await played.asked("system.paths")).answer(paths);
  const opened = await played.asked("system.open");
  expect(opened.input).toEqual({ target: "/l" });
  await opened.refuse(contractError("internal", "There is no file manager."));
  expect(told).toEqual(["There is no file manager."]);
});

it("reads the models of the provider that is looked at, and the server that is, once each time", async () => {
  const { played, ...stores } = await setUp();
  const place = { store: createStore<PlaceState>(() => ({ place: { name: "connections", shown: null } })) };
  const look = (shown: ShownConnection) => place.store.setState({ place: { name: "connections", shown } });
  const providerRemoval = createProviderRemoval(played.client);
  const end = followConnections({ ...stores, place, providerRemoval });
  expect(played.count("provider.models")).toBe(0);
  const listed = { providers: [providerOf("openai"), providerOf("mistral")], newKeys: "file" } as const;
  await (await played.asked("provider.list")).answer(listed);
  expect((await played.asked("provider.models")).input).toEqual({ name: "openai", refresh: false });
  void providerRemoval.begin("openai");
  look({ kind: "provider", name: "mistral" });
  expect(providerRemoval.store.getState().name).toBe(null);
  expect((await played.asked("provider.models")).input).toEqual({ name: "mistral", refresh: false });
  look({ kind: "mcp", name: "files" });
  expect(played.count("mcp.open")).toBe(0);
  await (await played.asked("mcp.list")).answer({ servers: [serverOf("files")], newKeys: "file" });
  await (await played.asked("mcp.open")).answer(openedOf("files"));
  expect([played.count("mcp.open"), played.count("provider.models")]).toEqual([0, 0]);
  end();
  look({ kind: "provider", name: "groq" });
  expect(played.count("provider.models")).toBe(0);
});

it("reads the models whose price matters while prices are shown", async () => {
  const { played, ...stores } = await setUp();
  const end = followPrices(stores);
  expect(played.count("provider.models")).toBe(0);
  void stores.agent.load();
  await (await played.asked("settings.get")).answer(settings({ agents: { defaults: { model: "openai/gpt" } } }));
  expect((await played.asked("provider.models")).input).toMatchObject({ name: "openai" });
  void stores.usage.open();
  const report = reportOf(1);
  await (await played.asked("usage.report")).answer({
    ...report,
    rows: report.rows.map((row) => ({ ...row, key: "mistral/large" })),
  });
  expect((await played.asked("provider.models")).input).toMatchObject({ name: "mistral" });
  end();
  void stores.providers.load();
  expect(played.count("provider.models")).toBe(0);
});

it("prices no model that runs on this computer unless somebody says so", () => {
  const local = { ...providerOf("ollama"), kind: "local" } as const;
  const { settings: own } = settings({
    agents: { defaults: { model: "ollama/a", fallbackModels: ["openai/gpt"] } },
    prices: { "ollama/b": { input: 1, output: 1 }, gpt: { input: 1, output: 1 } },
  });
  expect(pricedModels(own, [], [local])).toEqual(["openai/gpt", "ollama/b"]);
});

it("asks what goes along with the provider that is asked about last", async () => {
  const { played } = await setUp();
  const removal = createProviderRemoval(played.client);
  const uses = { defaultModel: null, fallbackModels: [], chats: 0, others: [], stays: null };
  void removal.begin("openai");
  const first = await played.asked("provider.uses");
  removal.end();
  void removal.begin("mistral");
  await first.answer(uses);
  expect(removal.store.getState()).toEqual({ name: "mistral", uses: { kind: "loading" } });
  await (await played.asked("provider.uses")).answer({ ...uses, chats: 2 });
  expect(removal.store.getState()).toMatchObject({ name: "mistral", uses: { kind: "ready", uses: { chats: 2 } } });
});
