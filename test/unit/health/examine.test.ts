import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { startSearchEndpoint } from "../../support/search-endpoint.ts";
import { createTestHome, type TestHome, terminal, value } from "../../support/test-home.ts";

let home: TestHome;
beforeEach(async () => {
  home = await createTestHome();
});
afterEach(() => home[Symbol.asyncDispose]());

async function settingsCheck() {
  const { checks } = value(await home.open().connect(terminal).request("system.doctor", {}));
  return checks.find(({ id }) => id === "settings");
}

it("the doctor says that there is no config.json, and that the defaults hold", async () => {
  const path = join(home.home, "config.json");
  expect(await settingsCheck()).toMatchObject({ state: "ok", message: `there is no ${path}, so the defaults hold` });
});

it("the doctor says that config.json is fine, or what is wrong with it", async () => {
  await home.config({ agents: { defaults: { model: "practice/practice" } } });
  expect(await settingsCheck()).toMatchObject({ state: "ok", message: expect.stringContaining("is fine") });
  await home[Symbol.asyncDispose]();
  home = await createTestHome();
  await writeFile(join(home.home, "config.json"), "{");
  expect(await settingsCheck()).toMatchObject({ state: "broken", message: expect.stringContaining("line 1") });
});

it("the doctor names a model that stands in and cannot, before a chat needs it", async () => {
  const fallbackModels = ["practice/practice", "openai/gpt-6-luna", "nobody/knows"];
  await home.config({ agents: { defaults: { model: "practice/practice", fallbackModels } } });
  const { checks, broken } = value(await home.open().connect(terminal).request("system.doctor", {}));
  expect(checks.filter(({ id }) => id === "fallback")).toMatchObject([
    { name: "Fallback openai/gpt-6-luna", state: "warning", message: expect.stringContaining("key") },
    { name: "Fallback nobody/knows", state: "warning" },
  ]);
  expect(broken).toBe(false);
});

it("the doctor names keys that are no settings, and a save keeps them", async () => {
  await home.config({ agents: { defaults: { modle: "practice/practice", max_tokens: 100 } } });
  const assistant = home.open().connect(terminal);
  const { checks } = value(await assistant.request("system.doctor", {}));
  expect(checks.find(({ id }) => id === "settings")).toMatchObject({
    state: "warning",
    message: expect.stringContaining("agents.defaults.modle (probably model)"),
  });
  value(await assistant.request("settings.update", { patch: { agents: { defaults: { maxTokens: 200 } } } }));
  const saved: unknown = JSON.parse(await readFile(join(home.home, "config.json"), "utf8"));
  expect(saved).toEqual({ agents: { defaults: { modle: "practice/practice", maxTokens: 200 } } });
});

it("the doctor tells of each check as it ends: a server that is silent keeps none of the others back", async () => {
  const mcpServers = serverSettings({
    quiet: { ...stdioServer({ mode: "silent" }), timeoutSeconds: 600 },
    files: stdioServer(),
  });
  await home.config({ agents: { defaults: { model: "practice/practice" } }, ...mcpServers });
  const client = home.open().connect(terminal);
  const names: string[] = [];
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  await client.subscribe(["system"], (delivery) => {
    if (delivery.kind !== "event" || delivery.event.type !== "check-done") return;
    names.push(delivery.event.check.name);
    if (names.includes("MCP server files") && names.length >= 12) tell();
  });
  void client.request("system.doctor", {});
  await told;
  expect(names).not.toContain("MCP server quiet");
});

it("the doctor says whether the search provider answers, and what to do where it does not", async () => {
  await using endpoint = await startSearchEndpoint({
    body: { results: [{ title: "One", url: "https://weather.example/", content: "Sun" }] },
  });
  const check = async (search: object) => {
    await home.config({ agents: { defaults: { model: "practice/practice" } }, tools: { web: { search } } });
    const client = home.open({ searchBases: { brave: endpoint.base } }).connect(terminal);
    const { checks, broken } = value(await client.request("system.doctor", {}));
    expect(broken).toBe(false);
    return checks.find(({ id }) => id === "web-search");
  };
  expect(await check({ provider: "searxng", baseUrl: endpoint.base })).toMatchObject({
    name: "Web search",
    state: "ok",
    message: "SearXNG answers. The first of 1 pages is at weather.example.",
  });
  const asked = endpoint.asked.length;
  expect(await check({ provider: "brave" })).toMatchObject({
    state: "warning",
    message: "There is no key for Brave Search.",
    nextStep: expect.stringContaining("tools.web.search.apiKey"),
  });
  expect(await check({ provider: "searxng" })).toMatchObject({
    state: "warning",
    nextStep: expect.stringContaining("tools.web.search.baseUrl"),
  });
  // Without a key or an address nobody is asked.
  expect(endpoint.asked.length).toBe(asked);
  endpoint.answer({ status: 500, body: "broken" });
  expect(await check({ provider: "searxng", baseUrl: endpoint.base })).toMatchObject({
    state: "warning",
    message: "SearXNG answered with the error 500.",
  });
});
