import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { makeZip } from "../../support/make-zip.ts";
import { button, closeBrowser, goTo, openWindow, sharedBrowser } from "../../support/window-bench.ts";

/* Chats as they come from other assistants, and as they leave. */

afterAll(closeBrowser);

const fixture = (name: string) => readFile(join(import.meta.dirname, "../../fixtures/exports", name));

async function importFile(page: Page, file: { readonly name: string; readonly buffer: Buffer }, most: string) {
  await goTo(page, "Settings");
  await button(page, "Import chats…").click();
  const dialog = page.getByRole("dialog", { name: "Import chats" });
  await dialog.getByLabel("File with chats").setInputFiles({ ...file, mimeType: "application/octet-stream" });
  await dialog.getByText(most).waitFor();
  return dialog;
}

async function exported(page: Page, format: string): Promise<{ readonly name: string; readonly content: string }> {
  await page
    .getByRole("banner")
    .getByRole("button", { name: "Chat menu" })
    .or(button(page, "Chat menu").first())
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export chat" });
  await button(dialog, format).click();
  const [download] = await Promise.all([page.waitForEvent("download"), button(dialog, "Save").click()]);
  await dialog.waitFor({ state: "detached" });
  return { name: download.suggestedFilename(), content: await readFile(await download.path(), "utf8") };
}

it("brings in chats of ChatGPT and Claude once, and saves them as files", async () => {
  await sharedBrowser();
  await using bench = await openWindow();
  const { page } = bench;
  const zip = makeZip([{ name: "conversations.json", content: await fixture("chatgpt.json") }]);
  const first = await importFile(page, { name: "export.zip", buffer: zip }, "Chats in it: 1, with 5 messages.");
  await first.getByRole("listitem").filter({ hasText: "Soup for twelve" }).filter({ hasText: "new" }).waitFor();
  await button(first, "Import 1").click();
  await first.getByText("New chats: 1.").waitFor();
  await button(first, "Close").last().click();

  const claude = { name: "conversations.json", buffer: await fixture("claude.json") };
  const second = await importFile(page, claude, "Chats in it: 1, with 2 messages.");
  await button(second, "Import 1").click();
  await second.getByText("New chats: 1.").waitFor();
  await button(second, "Close").last().click();

  const again = await importFile(page, { name: "export.zip", buffer: zip }, "Chats in it: 1, with 5 messages.");
  await again.getByRole("listitem").filter({ hasText: "already here" }).waitFor();
  await again.getByRole("checkbox", { name: "All chats" }).check({ force: true });
  await button(again, "Import 1").click();
  await again.getByText("Already here: 1. Messages added: 0.").waitFor();
  await button(again, "Close").last().click();

  await page.getByText("Soup for twelve").first().click();
  await page.getByText("This chat was imported from ChatGPT.").waitFor();
  await page.getByText("About 4.2 litres.").last().waitFor();
  const markdown = await exported(page, "Markdown");
  expect(markdown.name).toBe("Soup for twelve 2025-01-01.md");
  expect(markdown.content).toMatch(/^# Soup for twelve\n[\s\S]*How much soup[\s\S]*About 4\.2 litres\.\n$/);
  const html = await exported(page, "HTML");
  expect(html.name).toBe("Soup for twelve 2025-01-01.html");
  expect(html.content).toMatch(/^<!doctype html>[\s\S]*About 4\.2 litres\.[\s\S]*<\/html>\n$/);
  expect(await page.getByText("Soup for twelve").count()).toBeGreaterThan(0);
  expect(await page.getByRole("link", { name: /Soup for twelve/ }).count()).toBe(1);
});
