import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { startProviderServer } from "../../support/provider-server.ts";
import {
  button,
  closeBrowser,
  composer,
  finished,
  gone,
  messages,
  openWindow,
  say,
  step,
} from "../../support/window-bench.ts";

afterAll(closeBrowser);

it("comes from the first run to an answer with a step, without a model", async () => {
  await using bench = await openWindow({
    answers: "none",
    prepare: (home) => home.write("Assistant/notes.md", "# Notes\n"),
  });
  const { page } = bench;
  await page.getByRole("heading", { name: "Choose a model" }).waitFor();
  await button(page, "Look around without a model").click();
  await composer(page).waitFor();
  await say(page, "list the files");
  await messages(page, "You").filter({ hasText: "list the files" }).waitFor();
  await finished(page, "notes.md").waitFor();
  const listing = step(page, /^list_dir/);
  await listing.getByRole("button").first().click();
  await listing.getByText("notes.md").first().waitFor();
  expect(await page.getByRole("heading", { name: "Choose a model" }).count()).toBe(0);
});

it("says at which stage a key fails, and does not start with it", async () => {
  await using bench = await openWindow({ answers: "none" });
  const { page } = bench;
  await page.getByRole("heading", { name: "Choose a model" }).waitFor();
  await page.getByRole("textbox", { name: "Key" }).fill("no-such-key-at-all");
  await button(page, "Test").click();
  await page.getByRole("list", { name: "Test" }).getByText("does not recognise").waitFor();
  expect(await button(page, "Start").isDisabled()).toBe(true);
  await page.getByRole("textbox", { name: "Key" }).fill("sk-or-v1-0123456789abcdef");
  await page.getByText("A key of OpenRouter.").waitFor();
});

it("asks whose a key is where several providers have such keys, and starts with the one that was chosen", async () => {
  await using server = await startProviderServer({ own: { models: [{ id: "house-model" }], key: "sk-0123456789" } });
  await using bench = await openWindow({ answers: "none" });
  const { page, home } = bench;
  await page.getByRole("textbox", { name: "Key" }).fill("sk-0123456789");
  await page.getByText("It may be a key of OpenAI; choose another provider if it is not.").waitFor();
  const provider = page.getByRole("combobox", { name: "Provider" });
  expect(await provider.inputValue()).toBe("openai");
  await provider.selectOption("custom");
  await gone(page.getByText("It may be a key of OpenAI"));
  const address = page.getByRole("textbox", { name: "Address" });
  await address.fill("127.0.0.1:1");
  await button(page, "Test").click();
  await page.getByRole("alert").filter({ hasText: "Did you mean http://127.0.0.1:1?" }).waitFor();
  await address.fill(server.address("own"));
  await button(page, "Test").click();
  await page.getByRole("list", { name: "Test" }).getByText("It calls tools.").waitFor();
  await button(page, "Start").click();
  await composer(page).waitFor();
  const kept = JSON.parse(await readFile(join(home.home, "config.json"), "utf8"));
  expect(kept.agents.defaults.model).toBe("custom/house-model");
  expect(kept.providers).toEqual({ custom: { apiKey: "secret:custom", apiBase: server.address("own") } });
});
