import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { embeddedBy, startEmbeddingEndpoint } from "../../support/recall/embedding-endpoint.ts";
import { randomEmbedding } from "../../support/recall/made-up-embeddings.ts";
import { button, closeBrowser, finished, gone, goTo, openWindow, say } from "../../support/window-bench.ts";

afterAll(closeBrowser);

it("a private chat says what it is, asks before the way back of files goes, and leaves nothing", async () => {
  const write = { calls: [{ name: "write_file", arguments: { path: "note.txt", content: "words" } }] };
  await using bench = await openWindow({
    answers: [write, { text: "Written." }, { text: "Kept." }],
    settings: { approvals: { mode: "accept-edits" } },
  });
  const { page, home } = bench;
  await button(page, "New private chat").click();
  const words = page.getByText("Nothing of this chat is kept once it is closed.");
  await words.waitFor();
  await say(page, "a secret of mine");
  await finished(page, "Written.").waitFor();
  await page.locator("header").getByText("Private chat").waitFor();
  const row = page.getByRole("link", { name: /a secret of mine/ });
  await row.getByLabel("Private chat").waitFor();
  await button(page, "Chat menu").first().click();
  expect(await page.getByRole("menuitem").allInnerTexts()).toEqual([
    expect.stringContaining("Rename"),
    "Close private chat",
  ]);
  await page.getByRole("menuitem", { name: "Close private chat" }).click();
  const dialog = page.getByRole("dialog", { name: "Close this private chat?" });
  await dialog.getByText("can no longer be taken back by Undo").waitFor();
  await button(dialog, "Cancel").click();
  await words.waitFor();
  await button(page, "Chat menu").first().click();
  await page.getByRole("menuitem", { name: "Close private chat" }).click();
  await button(dialog, "Close private chat").click();
  await page.getByText("The private chat is closed. Nothing of it was kept.").waitFor();
  await gone(row);
  await gone(words);
  expect(await readdir(join(home.home, "private"))).toEqual([]);
  // The next one is an ordinary one.
  await say(page, "hello");
  await finished(page, "Kept.").waitFor();
  expect(await readdir(join(home.home, "workspace", "sessions"))).toHaveLength(1);
});

it("finding by meaning is chosen, tested and agreed to in Settings, with what it sends and costs", async () => {
  await using near = await startEmbeddingEndpoint(embeddedBy(randomEmbedding));
  await using bench = await openWindow({
    answers: [{ text: "Hello." }],
    settings: { prices: { "openai/text-embedding-3-small": { input: 0.02, output: 0 } } },
    prepare: async (home) => {
      const { readFile, writeFile } = await import("node:fs/promises");
      const path = join(home.home, "config.json");
      const config = JSON.parse(await readFile(path, "utf8"));
      config.providers.openai = { apiBase: near.baseUrl, apiKey: "key" };
      await writeFile(path, JSON.stringify(config));
    },
  });
  const { page } = bench;
  await say(page, "the harbour at night");
  await finished(page, "Hello.").waitFor();
  await goTo(page, "Settings");
  await page.getByLabel("Find by meaning as well").selectOption({ label: "OpenAI" });
  await page.getByText("The text of all your chats").waitFor();
  await button(page, "Test").click();
  await page.getByText(/OpenAI answered with a vector of 256 numbers/).waitFor();
  expect(near.asked).toHaveLength(1);
  await button(page, "Agree and begin").click();
  await page.getByText(/^All \d+ pieces are found by meaning$/).waitFor();
  await button(page, "Send nothing any more").click();
  await page.getByText("The text of all your chats").waitFor();
});
