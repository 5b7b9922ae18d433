import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { startProviderServer } from "../../support/provider-server.ts";
import {
  approval,
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
import { testedHost } from "../../support/window-hosts.ts";

afterAll(closeBrowser);

const starter = (page: Page, name: RegExp) =>
  page.getByRole("log", { name: "Transcript" }).getByRole("button", { name });
const preview = (page: Page, path: string) => page.getByRole("region", { name: `Preview of ${path}` });
/** Something has the focus, and that is not the page itself. */
const hasFocus = async (page: Page) => (await page.locator("body :focus").count()) === 1;
const focused = (page: Page, what: Locator) => what.and(page.locator(":focus")).waitFor();

it("comes from the first run to an answer with a step, and leaves a folder with files as it is", async () => {
  await using bench = await openWindow({
    answers: "none",
    prepare: (home) => home.write("Assistant/todo.txt", "Water the plants.\n\nCall Lena.\n"),
  });
  const { page, home } = bench;
  await page.getByRole("heading", { name: "Choose a model" }).waitFor();
  await button(page, "Look around without a model").click();
  await composer(page).waitFor();
  await starter(page, /^Sum up todo.txt/).waitFor();
  expect(await page.getByText("Remove samples").count()).toBe(0);
  expect(await readdir(home.work)).toEqual(["todo.txt"]);
  await say(page, "list the files");
  await messages(page, "You").filter({ hasText: "list the files" }).waitFor();
  await finished(page, "todo.txt").waitFor();
  const listing = step(page, /^list_dir/);
  await listing.getByRole("button").first().click();
  await listing.getByText("todo.txt").first().waitFor();
  expect(await page.getByRole("heading", { name: "Choose a model" }).count()).toBe(0);
});

it("each beginning ends in a file that is opened with its change; samples go, what was changed of them stays", async () => {
  await using bench = await openWindow({ answers: "none" });
  const { page, home } = bench;
  await button(page, "Look around without a model").click();
  for (const [name, target, line] of [
    [/^Sum up notes.md/, "summary.md", "Two rooms at the harbour"],
    [/^List a folder/, "files.md", "| 01-train.txt |"],
    [/^Make a plan/, "plan.md", "Monday"],
  ] as const) {
    await starter(page, name).click();
    await composer(page).press("Enter");
    await button(approval(page), "Allow once").click();
    await preview(page, target).getByText(line).first().waitFor();
    expect(await readFile(join(home.work, target), "utf8")).toContain(line);
    await button(preview(page, target), "File").click();
    await preview(page, target).getByText(line.replaceAll("|", "").trim()).first().waitFor();
    await page.getByRole("button", { name: "New chat" }).click();
    await starter(page, /^Make a plan/).waitFor();
  }
  const changed = join(home.work, "receipts/01-train.txt");
  await writeFile(changed, "mine\n");
  await page.getByRole("button", { name: /^Work folder/ }).click();
  await page.getByRole("menuitem", { name: "Remove samples" }).click();
  await gone(page.getByText("The work folder has samples in it"));
  expect((await readdir(home.work)).toSorted()).toEqual(["files.md", "plan.md", "receipts", "summary.md"]);
  expect(await readFile(changed, "utf8")).toBe("mine\n");
});

it("says at which stage a key fails, offers what to do, and does not start with it", async () => {
  await using bench = await openWindow({ answers: "none" });
  const { page } = bench;
  await page.getByRole("heading", { name: "Choose a model" }).waitFor();
  await page.getByText("Paste a key first.").waitFor();
  await page.getByRole("textbox", { name: "Key" }).fill("no-such-key-at-all");
  await button(page, "Test").click();
  await page.getByRole("list", { name: "Test" }).getByText("does not recognise").waitFor();
  expect(await button(page, "Start").isDisabled()).toBe(true);
  await page.getByText("The test failed.").waitFor();
  await button(page, "Try again").waitFor();
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

it("goes by the keyboard alone, past a refused key and a model that is no chat's, and always has the focus somewhere", async () => {
  const models = [{ id: "text-embedding-3-small" }, { id: "whisper-1" }, { id: "house-model" }, { id: "house-mini" }];
  await using server = await startProviderServer({ own: { models, key: "sk-right" } });
  await using bench = await openWindow({ answers: "none" });
  const { page, home } = bench;
  const press = async (key: string): Promise<void> => {
    await page.keyboard.press(key);
    expect(await hasFocus(page), `after ${key}`).toBe(true);
  };
  const type = (words: string) => page.keyboard.insertText(words);
  await page.getByText("What was looked at").waitFor();
  const key = page.getByRole("textbox", { name: "Key" });
  await focused(page, key);
  await type(server.address("own"));
  await focused(page, page.getByRole("textbox", { name: "Address" }));
  await press("Tab");
  await type("sk-wrong");
  await press("Enter");
  const again = button(page, "Enter another key");
  await again.waitFor();
  expect(await hasFocus(page)).toBe(true);
  await again.focus();
  await press("Enter");
  await focused(page, key);
  await press("Control+a");
  await type("sk-right");
  await press("Enter");
  await page.getByText("It calls tools.").waitFor();
  const choice = page.getByRole("combobox", { name: "Change model" });
  expect(await choice.locator("option").allTextContents()).toEqual(["house-model", "house-mini", "Another one…"]);
  await choice.focus();
  await press("ArrowDown");
  await page.getByText("Test of house-mini").waitFor();
  expect(await button(page, "Start").isDisabled()).toBe(true);
  await button(page, "Test").focus();
  await press("Enter");
  await page.getByText("It calls tools.").waitFor();
  await page.getByRole("textbox", { name: "Work folder" }).focus();
  await press("Control+a");
  await type("~/Papers");
  await press("Enter");
  await page.getByText("There is no such folder yet.").waitFor();
  expect(await button(page, "Start").isDisabled()).toBe(true);
  await press("Tab");
  // The desktop has a dialogue of the system for it, before that.
  if (testedHost === "desktop") await press("Tab");
  await focused(page, button(page, "Make it"));
  await press("Enter");
  await gone(page.getByText("There is no such folder yet."));
  expect(await hasFocus(page)).toBe(true);
  await button(page, "Start").focus();
  await press("Enter");
  await starter(page, /^Sum up notes.md/).waitFor();
  await focused(page, composer(page));
  expect(await readdir(join(home.user, "Papers"))).toEqual(["notes.md", "receipts"]);
  const { agents } = JSON.parse(await readFile(join(home.home, "config.json"), "utf8"));
  expect(agents.defaults).toMatchObject({ model: "custom/house-mini", workFolder: "~/Papers" });
});

it("refuses a work folder that is a file beside the field", async () => {
  await using bench = await openWindow({ answers: "none", prepare: (home) => home.write("a.txt", "x") });
  const { page } = bench;
  const folder = page.getByRole("textbox", { name: "Work folder" });
  await folder.fill("~/a.txt");
  await folder.press("Enter");
  await page.getByRole("alert").filter({ hasText: "is a file. Choose a folder." }).waitFor();
  expect(await button(page, "Look around without a model").isDisabled()).toBe(true);
  await folder.fill("~/Assistant");
  await folder.press("Enter");
  await gone(page.getByRole("alert").filter({ hasText: "is a file" }));
  expect(await button(page, "Look around without a model").isDisabled()).toBe(false);
});
