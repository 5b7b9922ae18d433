import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { startProviderServer } from "../../support/provider-server.ts";
import type { ServedHome } from "../../support/served-home.ts";
import { button, closeBrowser, composer, finished, gone, goTo, openWindow, say } from "../../support/window-bench.ts";
import { listedConnection as listed, settingsPanel as panel } from "../../support/window-connections.ts";

/* Providers: how they stand, their test, their models, their settings; the model of a chat. */

afterAll(closeBrowser);

const localModels = [
  { id: "qwen3:8b", max_model_len: 32_768, capabilities: ["tools"] },
  { id: "gemma3:4b", max_model_len: 8192, tags: ["vision"] },
];
const hostedModels = [
  { id: "gpt-5-mini", supported_parameters: ["tools", "reasoning"] },
  { id: "gpt-4.1", supported_parameters: ["tools"] },
];

async function openConnections({ apiKey = "right-key" } = {}) {
  const server = await startProviderServer({
    ollama: { models: localModels },
    openai: { models: hostedModels, key: "right-key" },
  });
  const bench = await openWindow({
    settings: {
      agents: { defaults: { model: "ollama/qwen3:8b" } },
      ui: { favouriteModels: ["openai/gpt-4.1"] },
      providers: {
        ollama: { apiBase: server.address("ollama") },
        openai: {
          apiBase: server.address("openai"),
          apiKey,
          extraHeaders: { "X-Team": "blue", "X-Token": "hush" },
        },
      },
    },
  });
  return {
    bench,
    server,
    async [Symbol.asyncDispose]() {
      await bench[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

function modelRow(page: Page, id: string) {
  return page.getByRole("region", { name: "Models" }).getByRole("row").filter({ hasText: id });
}

async function use(page: Page, id: string, act: string): Promise<void> {
  await button(page, `Use ${id}`).click();
  await page.getByRole("menuitem", { name: act }).click();
}

async function config(home: ServedHome) {
  return JSON.parse(await readFile(join(home.home, "config.json"), "utf8"));
}

it("lists the providers with their states, and tests one in five stages", async () => {
  await using made = await openConnections();
  const { page } = made.bench;
  await goTo(page, "Connections");
  await listed(page, "Ollama").getByText("Not tested").waitFor();
  await listed(page, "Practice model").getByText("Built in").waitFor();
  await modelRow(page, "qwen3:8b").getByText("32k").waitFor();
  await modelRow(page, "qwen3:8b").getByText("Default", { exact: true }).waitFor();
  await modelRow(page, "qwen3:8b").getByText("free").waitFor();
  await page.getByText("context told by the provider").waitFor();
  await button(page, "Test").click();
  const stages = page.getByRole("list", { name: "Test" });
  await stages.getByText("It calls tools.").waitFor();
  expect(await stages.locator("[data-state=passed]").count()).toBe(5);
  await page.getByText(/in all, with qwen3:8b$/).waitFor();
  await listed(page, "Ollama").getByText("Ready").waitFor();
});

it("says of a model that calls no tools that it only talks, and of a chat's answer that it came", async () => {
  await using server = await startProviderServer({
    ollama: { models: localModels, callsTools: false },
    openai: { models: hostedModels, callsTools: false },
  });
  await using bench = await openWindow({
    settings: {
      agents: { defaults: { model: "openai/gpt-4.1" } },
      providers: { ollama: { apiBase: server.address("ollama") }, openai: { apiBase: server.address("openai") } },
    },
  });
  const { page } = bench;
  await goTo(page, "Connections");
  await listed(page, "OpenAI").getByText("Not tested").waitFor();
  await listed(page, "Ollama").click();
  await modelRow(page, "qwen3:8b").getByText("Yes").waitFor();
  await button(page, "Test").click();
  await listed(page, "Ollama").getByText("Answers, no tools").waitFor();
  await page.getByText("Perch can only talk with this model").waitFor();
  await modelRow(page, "qwen3:8b").getByText("No", { exact: true }).waitFor();
  await goTo(page, "Chats");
  await say(page, "Hello");
  await finished(page, "Yes.").waitFor();
  await goTo(page, "Connections");
  await listed(page, "OpenAI").getByText("Ready").waitFor();
});

it("says that a key was refused, and takes another one that is never shown", async () => {
  await using made = await openConnections({ apiKey: "wrong-key" });
  const { page, home } = made.bench;
  await goTo(page, "Connections");
  await listed(page, "OpenAI").click();
  await button(page, "Test").click();
  await page
    .getByRole("list", { name: "Test" })
    .getByText(/refused the key/)
    .waitFor();
  await listed(page, "OpenAI").getByText("Key refused").waitFor();
  await page.getByRole("alert").getByRole("button", { name: "Replace key…" }).click();
  const key = panel(page).getByLabel("Key of OpenAI");
  expect(await key.getAttribute("type")).toBe("password");
  await key.fill("right-key");
  await button(panel(page), "Save").click();
  await panel(page).getByText("In secrets.json in Perch's folder (only your user can read it)").waitFor();
  await gone(page.getByRole("alert"));
  await button(page, "Test").click();
  await page.getByRole("list", { name: "Test" }).getByText("It calls tools.").waitFor();
  expect((await config(home)).providers.openai.apiKey).toBe("secret:openai");
  expect(await page.content()).not.toContain("right-key");
});

it("makes a model the default, a fallback and a favourite", async () => {
  await using made = await openConnections();
  const { page, home } = made.bench;
  await goTo(page, "Connections");
  await use(page, "gemma3:4b", "Use as fallback");
  await modelRow(page, "gemma3:4b").getByText("Fallback", { exact: true }).waitFor();
  await panel(page).getByRole("list", { name: "If it fails, use" }).getByText("ollama/gemma3:4b").waitFor();
  await button(page, "Make gemma3:4b a favourite").click();
  await button(page, "gemma3:4b is a favourite").waitFor();
  await use(page, "gemma3:4b", "Use as default");
  await modelRow(page, "gemma3:4b").getByText("Default", { exact: true }).waitFor();
  expect(await panel(page).getByRole("combobox", { name: "Default model" }).inputValue()).toBe("ollama/gemma3:4b");
  const kept = await config(home);
  expect(kept.agents.defaults).toMatchObject({ model: "ollama/gemma3:4b", fallbackModels: [] });
  expect(kept.ui.favouriteModels).toEqual(["openai/gpt-4.1", "ollama/gemma3:4b"]);
});

it("shows a window that a chat taught, and forgets it when told to", async () => {
  await using server = await startProviderServer({ ollama: { models: localModels } });
  const address = server.address("ollama");
  const window = { tokens: 4096, listed: null, at: Date.now() };
  const lessons = { models: [{ address, model: "qwen3:8b", window, quirks: {} }] };
  await using bench = await openWindow({
    settings: { agents: { defaults: { model: "ollama/qwen3:8b" } }, providers: { ollama: { apiBase: address } } },
    prepare: (home) => home.write(".perch/models.json", JSON.stringify(lessons)),
  });
  const { page } = bench;
  await goTo(page, "Connections");
  await modelRow(page, "qwen3:8b").getByText("4k").waitFor();
  await modelRow(page, "qwen3:8b").getByText("learnt when a chat was too long").waitFor();
  await button(page, "Forget the context learnt for qwen3:8b").click();
  await modelRow(page, "qwen3:8b").getByText("32k").waitFor();
  await gone(modelRow(page, "qwen3:8b").getByText("learnt when"));
});

it("keeps a header whose value is not shown, and sends what was replaced", async () => {
  await using made = await openConnections();
  const { page, home } = made.bench;
  await goTo(page, "Connections");
  await listed(page, "OpenAI").click();
  await panel(page).getByText("X-Token").waitFor();
  expect(await panel(page).textContent()).not.toMatch(/hush|blue/);
  await button(panel(page), "Replace the value of X-Team").click();
  await panel(page).getByRole("textbox", { name: "Value" }).fill("green");
  await button(panel(page), "Save").click();
  await gone(panel(page).getByRole("textbox", { name: "Value" }));
  expect((await config(home)).providers.openai.extraHeaders).toEqual({ "X-Team": "green", "X-Token": "hush" });
  expect(made.server.headersOf("openai")).toMatchObject({ "x-team": "green", "x-token": "hush" });
  await button(panel(page), "Remove X-Token").click();
  await gone(panel(page).getByText("X-Token"));
  expect((await config(home)).providers.openai.extraHeaders).toEqual({ "X-Team": "green" });
});

it("says beside the field what is wrong with an address, a key and a header, and keeps what was typed", async () => {
  await using made = await openConnections();
  const { page, home } = made.bench;
  const before = await config(home);
  await goTo(page, "Connections");
  await listed(page, "OpenAI").click();
  const address = panel(page).getByRole("textbox", { name: "Address" });
  await address.fill("localhost:8000");
  await address.press("Enter");
  const wrong = (words: string | RegExp) => panel(page).getByRole("alert").filter({ hasText: words });
  await wrong("Did you mean http://localhost:8000?").waitFor();
  expect(await address.inputValue()).toBe("localhost:8000");
  expect(await address.getAttribute("aria-invalid")).toBe("true");
  await address.fill(before.providers.openai.apiBase);
  await address.press("Enter");
  await gone(wrong(/./));
  await button(panel(page), "Replace key…").click();
  await panel(page).getByLabel("Key of OpenAI").fill("sk-a b");
  await button(panel(page), "Save").click();
  await wrong("This is no key of OpenAI").waitFor();
  await button(panel(page), "Cancel").click();
  await gone(wrong(/./));
  await button(panel(page), "Add header").click();
  await panel(page).getByRole("textbox", { name: "Name" }).fill("X Team");
  await panel(page).getByRole("textbox", { name: "Value" }).fill("green");
  await button(panel(page), "Save").click();
  await wrong("no spaces").waitFor();
  await panel(page).getByRole("textbox", { name: "Name" }).fill("x-team");
  await panel(page).getByText("This replaces X-Team.").waitFor();
  expect(await config(home)).toEqual(before);
  await button(panel(page), "Save").click();
  await panel(page).getByText("x-team", { exact: true }).waitFor();
  expect((await config(home)).providers.openai.extraHeaders).toEqual({ "X-Token": "hush", "x-team": "green" });
  expect(await page.locator("[data-notice]").count()).toBe(0);
});

it("recognises a pasted key, adds its provider, and removes it again when asked to", async () => {
  await using bench = await openWindow();
  const { page, home } = bench;
  await goTo(page, "Connections");
  await button(page, "Add connection").click();
  const dialog = page.getByRole("dialog", { name: "Add connection" });
  await dialog.getByRole("region", { name: "On this computer" }).getByText("Ollama").waitFor();
  await dialog.getByLabel("Key", { exact: true }).fill("no-one-knows-this");
  await dialog.getByText("does not recognise whose key this is").waitFor();
  expect(await button(dialog, "Add").isDisabled()).toBe(true);
  await dialog.getByLabel("Key", { exact: true }).fill("sk-or-v1-0123456789abcdef");
  await dialog.getByText("A key of OpenRouter.").waitFor();
  await dialog.getByLabel("Key", { exact: true }).fill("https://api.example.com/v1");
  await dialog.getByText("This is an address, not a key.").waitFor();
  await dialog.getByLabel("Key", { exact: true }).fill("Bearer sk-or-v1-0123456789abcdef");
  await dialog.getByText("A key of OpenRouter.").waitFor();
  // Nothing is asked of it over the network of a test.
  await dialog.getByRole("combobox", { name: "Provider" }).selectOption("custom");
  await dialog.getByRole("textbox", { name: "Address" }).fill("127.0.0.1:9/v1");
  await button(dialog, "Add").click();
  await dialog.getByRole("alert").filter({ hasText: "Did you mean http://127.0.0.1:9/v1?" }).waitFor();
  await dialog.getByRole("textbox", { name: "Address" }).fill("http://127.0.0.1:9/v1");
  await button(dialog, "Add").click();
  await gone(dialog);
  await page.getByRole("heading", { name: "Custom" }).waitFor();
  await listed(page, "Custom").waitFor();
  expect((await config(home)).providers.custom).toMatchObject({
    apiKey: "secret:custom",
    apiBase: "http://127.0.0.1:9/v1",
  });
  await button(panel(page), "Remove…").click();
  const asking = page.getByRole("dialog", { name: "Remove Custom?" });
  await button(asking, "Remove").click();
  await gone(asking);
  await listed(page, "Practice model").waitFor();
  await gone(listed(page, "Custom"));
  expect((await config(home)).providers.custom).toBeUndefined();
});

it("adds a second endpoint of one's own under a name of its own", async () => {
  const server = await startProviderServer({ one: { models: localModels }, two: { models: hostedModels } });
  await using bench = await openWindow({
    settings: {
      agents: { defaults: { model: "custom/qwen3:8b" } },
      providers: { custom: { apiBase: server.address("one") } },
    },
  });
  const { page, home } = bench;
  await goTo(page, "Connections");
  await listed(page, "Custom").waitFor();
  await button(page, "Add connection").click();
  const dialog = page.getByRole("dialog", { name: "Add connection" });
  await dialog.getByRole("combobox", { name: "Provider" }).selectOption("custom");
  await dialog.getByRole("textbox", { name: "Address" }).fill(server.address("two"));
  const name = dialog.getByRole("textbox", { name: "Name of this endpoint" });
  await name.fill("OpenAI");
  await dialog.getByText("There is a connection of this name already.").waitFor();
  expect(await button(dialog, "Add").isDisabled()).toBe(true);
  await name.fill("my box");
  await button(dialog, "Add").click();
  await dialog.getByText("letters, digits").waitFor();
  await name.fill("my-box");
  await button(dialog, "Add").click();
  await gone(dialog);
  await page.getByRole("heading", { name: "my-box" }).waitFor();
  await modelRow(page, "gpt-4.1").waitFor();
  const { providers } = await config(home);
  expect(Object.keys(providers)).toEqual(["custom", "my-box"]);
  expect(providers["my-box"].apiBase).toBe(server.address("two"));
  await server.close();
});

it("warns of what goes along with a provider, and leaves no default on what is gone", async () => {
  await using made = await openConnections();
  const { page, home } = made.bench;
  await goTo(page, "Connections");
  await use(page, "gemma3:4b", "Use as fallback");
  await expect.poll(async () => (await config(home)).agents.defaults.fallbackModels).toEqual(["ollama/gemma3:4b"]);
  await button(panel(page), "Remove…").click();
  const asking = page.getByRole("dialog", { name: "Remove Ollama?" });
  await asking.getByText("The default model qwen3:8b goes with it.").waitFor();
  await asking.getByText("No longer asked when the default fails: gemma3:4b.").waitFor();
  const next = asking.getByRole("combobox", { name: "Model of new chats" });
  expect(await next.inputValue()).toBe("openai/gpt-4.1");
  await next.selectOption("openai/gpt-5-mini");
  await button(asking, "Remove").click();
  await gone(asking);
  await page.getByRole("heading", { name: "OpenAI" }).waitFor();
  await gone(listed(page, "Ollama"));
  const { agents, providers } = await config(home);
  expect(agents.defaults).toMatchObject({ model: "openai/gpt-5-mini", fallbackModels: [] });
  expect(Object.keys(providers)).toEqual(["openai"]);
  await button(panel(page), "Remove…").click();
  const last = page.getByRole("dialog", { name: "Remove OpenAI?" });
  await last.getByText("Perch asks you to choose a model").waitFor();
  await button(last, "Remove").click();
  await gone(last);
  await goTo(page, "Chats");
  await button(page, "Model: no model").waitFor();
  await say(page, "hello");
  await page.getByText("Choose a model first").waitFor();
  expect(await composer(page).inputValue()).toBe("hello");
});

it("says how to start a local server that does not run", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  await goTo(page, "Connections");
  await button(page, "Add connection").click();
  const local = page.getByRole("dialog").getByRole("region", { name: "On this computer" });
  const jan = local.getByRole("listitem").filter({ hasText: "Jan" });
  await jan.getByText("Not running").waitFor();
  await button(jan, "How to start").click();
  await page.getByText("Jan does not answer at http://127.0.0.1:1337/v1.").waitFor();
  await button(page, "Try again").waitFor();
});

it("chooses the model of a chat by name, favourites first, with window, price and effort", async () => {
  await using made = await openConnections();
  const { page, home } = made.bench;
  await button(page, "Model: qwen3:8b").click();
  const menu = page.getByRole("dialog", { name: "Model" });
  await menu
    .getByRole("option", { name: /gpt-5-mini/ })
    .getByText("400k")
    .waitFor();
  await menu
    .getByRole("option", { name: /gpt-5-mini/ })
    .getByText("$0.25 in, $2.00 out")
    .waitFor();
  await menu.getByRole("group", { name: "Favourites" }).getByText("gpt-4.1").waitFor();
  await menu.getByRole("combobox").fill("gpt-5-mni");
  await menu.getByText("Nothing fits. Did you mean openai/gpt-5-mini").waitFor();
  await menu.getByRole("combobox").fill("5-mini");
  await menu.getByRole("option", { name: /gpt-4\.1/ }).waitFor({ state: "hidden" });
  await page.keyboard.press("Enter");
  await gone(menu);
  await button(page, "Model: gpt-5-mini").click();
  await button(page.getByRole("group", { name: "Thinking" }), "High").click();
  await expect.poll(async () => (await config(home)).agents.defaults.reasoningEffort).toBe("high");
  await page.keyboard.press("Escape");
  await composer(page).waitFor();
});

it("shows the model of a chat as it is chosen, by command and in another window", async () => {
  await using bench = await openWindow({ answers: [{ text: "Hello." }] });
  const { page, context } = bench;
  await say(page, "hello");
  await finished(page, "Hello.").waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  await button(other, "Model: scripted").waitFor();
  await say(page, "/model practice/practice");
  await button(page, "Model: practice").waitFor();
  await button(other, "Model: practice").waitFor();
});
