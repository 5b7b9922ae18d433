import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import type { RecordedRequest } from "../../support/scripted-endpoint.ts";
import type { ScriptedReply } from "../../support/scripted-reply.ts";
import {
  button,
  closeBrowser,
  finished,
  gone,
  goTo,
  openWindow,
  say,
  sharedBrowser,
  type WindowBench,
} from "../../support/window-bench.ts";

/* What Perch remembers as a person has it: seen, changed, taken back, and agreed to. */

afterAll(closeBrowser);

const heron = "- The boat is called Heron.";
const proposed = { memory: { apply: "proposed" } };

const versions = (page: Page) => page.getByRole("complementary", { name: "Versions" });
/** The button of each version, newest first. */
const rows = (page: Page) => versions(page).getByRole("listitem").locator("[data-key]");
const strip = (page: Page) => page.getByRole("region", { name: "Facts that wait for you" });
const items = (page: Page) => strip(page).getByRole("listitem");
const compared = (page: Page) => page.getByRole("region", { name: "A version beside what stands now" });
const badge = (page: Page, count: number) =>
  page.getByRole("link", { name: /^Knowledge\b/ }).locator(`[data-count="${count}"]`);

async function openMemory(page: Page) {
  await goTo(page, "Knowledge");
  const editor = page.getByRole("textbox", { name: /MEMORY\.md/ });
  await editor.waitFor();
  return editor;
}

async function rewrite(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: /MEMORY\.md/ }).focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(words);
}

async function save(page: Page, versionsThen: number): Promise<void> {
  await button(page, "Save").click();
  await expect.poll(() => rows(page).count()).toBe(versionsThen);
}

function systemPrompt(request: RecordedRequest | undefined): string {
  return JSON.stringify(request?.body.messages[0]);
}

/** Answers "remember FACT" by calling the tool, and all else in words. */
function rememberer({ body }: RecordedRequest): ScriptedReply {
  const last = body.messages.at(-1);
  const facts = last?.role === "user" ? [...String(last.content).matchAll(/remember ([a-z ]+)/g)] : [];
  if (facts.length === 0) return { text: "Noted." };
  return { calls: facts.map(([, fact = ""], index) => ({ id: `c${index}`, name: "remember", arguments: { fact } })) };
}

async function propose({ page }: WindowBench, ...facts: readonly string[]): Promise<void> {
  await button(page, "New chat").first().click();
  await say(page, facts.map((fact) => `remember ${fact}`).join(", "));
  await finished(page, "Noted.").waitFor();
}

const memoryOf = ({ home }: WindowBench) => readFile(join(home.home, "workspace/memory/MEMORY.md"), "utf8");

it("sends what was saved with the next request, and after the old version was restored no more", async () => {
  await sharedBrowser();
  await using bench = await openWindow({ answers: (_request, index) => ({ text: `answer ${index}` }) });
  const { page, endpoint } = bench;
  await openMemory(page);
  await rewrite(page, `# Memory\n\n${heron}\n`);
  await save(page, 2);
  await rows(page).first().filter({ hasText: "You" }).filter({ hasText: "now" }).waitFor();
  await goTo(page, "Chats");
  await say(page, "Hello");
  await finished(page, "answer 0").waitFor();
  expect(systemPrompt(endpoint.requests[0])).toContain("Heron");

  await openMemory(page);
  await rows(page).last().click();
  await compared(page).getByText(heron).waitFor();
  await button(compared(page), "Restore").click();
  await page.getByText("Restored as a new version").waitFor();
  await expect.poll(() => rows(page).count()).toBe(3);
  await gone(compared(page));
  await goTo(page, "Chats");
  await say(page, "Again");
  await finished(page, "answer 1").waitFor();
  expect(systemPrompt(endpoint.requests[1])).not.toContain("Heron");
});

it("loses nothing that was typed and not saved when an older version is restored", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  await openMemory(page);
  await rewrite(page, "first words\n");
  await save(page, 2);
  await rewrite(page, "typed and not saved\n");
  await rows(page).last().click();
  await compared(page).getByText("typed and not saved").first().waitFor();
  await button(compared(page), "Restore").click();
  const dialog = page.getByRole("dialog", { name: "Restore this version?" });
  await button(dialog, "Cancel").click();
  await gone(dialog);
  await button(compared(page), "Restore").click();
  await button(dialog, "Save mine and restore").click();
  await expect.poll(() => rows(page).count()).toBe(4);
  expect(await memoryOf(bench)).not.toContain("typed and not saved");
  await rows(page).nth(1).click();
  await compared(page).getByText("typed and not saved").first().waitFor();
});

it("shows another program's save as a version, and a restore over what changed meanwhile as a conflict", async () => {
  await using bench = await openWindow();
  const { page, home } = bench;
  await openMemory(page);
  await rewrite(page, "my words\n");
  await save(page, 2);
  const path = join(home.home, "workspace/memory/MEMORY.md");
  await writeFile(path, "their words\n");
  await rows(page).first().filter({ hasText: "Another program" }).waitFor();
  await page.getByText("their words").first().waitFor();
  await rewrite(page, "mine once more\n");
  await writeFile(path, "theirs once more\n");
  await rows(page).nth(1).filter({ hasText: "Another program" }).waitFor();
  await rows(page).last().click();
  await button(compared(page), "Restore").click();
  await button(page.getByRole("dialog"), "Save mine and restore").click();
  await page.getByRole("alert").filter({ hasText: "This file changed on disk" }).waitFor();
  expect(await memoryOf(bench)).toBe("theirs once more\n");
  await button(page, "Save mine").click();
  await expect.poll(() => memoryOf(bench)).toBe("mine once more\n");
});

it("goes through the versions with the keys, and gives the focus back", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  await openMemory(page);
  await rewrite(page, "first words\n");
  await save(page, 2);
  await rows(page).first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await compared(page).waitFor();
  const lastFocused = rows(page).last().and(page.locator(":focus"));
  await button(compared(page), "Back to the editor").click();
  await gone(compared(page));
  await lastFocused.waitFor();
  await page.keyboard.press("Enter");
  await compared(page).waitFor();
  await page.keyboard.press("Escape");
  await gone(compared(page));
  expect(await lastFocused.count()).toBe(1);
  await page.keyboard.press("Escape");
  await gone(versions(page));
  await button(page, "Show versions").and(page.locator(":focus")).waitFor();
});

it("asks before anything is remembered: an edited fact stands in the file, and a badge tells that one waits", async () => {
  await using bench = await openWindow({ answers: rememberer, settings: proposed });
  const { page } = bench;
  await propose(bench, "tea without milk");
  await badge(page, 1).waitFor();
  await goTo(page, "Inbox");
  await page.getByRole("link", { name: /One fact waits for you/ }).click();
  await button(strip(page), "Show").click();
  await items(page).filter({ hasText: "You chose to be asked." }).waitFor();
  await button(items(page), "Edit").click();
  const field = items(page).getByRole("textbox", { name: "The fact" });
  await field.fill("tea with milk");
  await field.press("Enter");
  await gone(strip(page));
  expect(await badge(page, 1).count()).toBe(0);
  expect(await memoryOf(bench)).toContain("- tea with milk");
  await page.locator(".monaco-editor").getByText("tea with milk").waitFor();
  await rows(page).first().filter({ hasText: "Perch" }).waitFor();
  const from = versions(page).getByRole("listitem").first().getByRole("link");
  await from.click();
  await finished(page, "Noted.").waitFor();
});

it("never proposes again what the person never wants, and accepts all others together", async () => {
  await using bench = await openWindow({ answers: rememberer, settings: proposed });
  const { page } = bench;
  await propose(bench, "a secret", "tea", "the train");
  await badge(page, 3).waitFor();
  await openMemory(page);
  await button(strip(page), "Show").click();
  await button(strip(page).getByRole("group", { name: "Answers to: a secret" }), "Never").click();
  await badge(page, 2).waitFor();
  await rewrite(page, "# Memory\n\n- mine\n");
  await strip(page).getByText("Save what you typed first").waitFor();
  expect(await button(strip(page), "Accept all").isDisabled()).toBe(true);
  await save(page, 2);
  await button(items(page).first(), "Edit").click();
  expect(await button(strip(page), "Accept all").isDisabled()).toBe(true);
  await items(page).getByRole("textbox", { name: "The fact" }).press("Escape");
  await button(strip(page), "Accept all").click();
  await page.getByText("All of them stand in the memory").waitFor();
  expect(await memoryOf(bench)).toMatch(/- mine[\s\S]*- tea[\s\S]*- the train/);
  await goTo(page, "Chats");
  await propose(bench, "a secret", "the boat");
  await badge(page, 1).waitFor();
  await openMemory(page);
  await button(strip(page), "Show").click();
  await items(page).filter({ hasText: "the boat" }).waitFor();
  await button(items(page), "Reject").click();
  await gone(strip(page));
  const now = await memoryOf(bench);
  for (const fact of ["the boat", "a secret"]) expect(now).not.toContain(fact);
});

it("draws a file as answers are drawn, and says how full the memory is while it is typed", async () => {
  await using bench = await openWindow({ settings: { memory: { budgetTokens: 20 } } });
  const { page } = bench;
  await openMemory(page);
  await rewrite(page, "# About me\n\n- **metric** units\n");
  await page.getByText(/^\d+ of 20 tokens$/).waitFor();
  await button(page, "Preview").click();
  const preview = page.getByRole("region", { name: /^Preview of / });
  await preview.getByRole("heading", { name: "About me" }).waitFor();
  expect(await preview.locator("strong").textContent()).toBe("metric");
  await button(page, "Edit").click();
  await gone(preview);
  await rewrite(page, "x".repeat(100));
  await page.getByRole("status").filter({ hasText: "29 tokens, where 20 are meant" }).waitFor();
});
