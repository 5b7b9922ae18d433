import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { axeViolations } from "../../support/axe.ts";
import { startScriptedWeb } from "../../support/scripted-web.ts";
import { startSearchEndpoint } from "../../support/search-endpoint.ts";
import {
  approval,
  button,
  closeBrowser,
  finished,
  gone,
  goTo,
  messages,
  openWindow,
  say,
} from "../../support/window-bench.ts";

/* Searching and fetching, with a search provider and a site on loopback. */

afterAll(closeBrowser);

const results = [
  { title: "Birds of the north", url: "https://birds.example/north", content: "Snow buntings and more." },
  { title: "<b>Nests</b>", url: "https://nests.example/", content: "Where they live." },
];

async function openSearchPage(page: Page): Promise<void> {
  await goTo(page, "Connections");
  await page.getByRole("link", { name: /^Web search/ }).click();
  await page.getByRole("heading", { name: "Web search" }).waitFor();
}

it("searches by a SearXNG whose address was typed, asks first, and shows the sources, also after a reload", async () => {
  await using endpoint = await startSearchEndpoint({ body: { results } });
  await using bench = await openWindow();
  const { page } = bench;
  await openSearchPage(page);
  await page.getByText("Searches go to html.duckduckgo.com.").waitFor();
  await page.getByRole("combobox", { name: "Search provider" }).selectOption("searxng");
  const address = page.getByRole("textbox", { name: "Address" });
  await address.fill("searx.example");
  await address.press("Enter");
  await page.getByText(/is no address that Perch can ask/).waitFor();
  await address.fill(endpoint.base);
  await address.press("Enter");
  await page.getByText(`Searches go to ${new URL(endpoint.base).host}.`).waitFor();
  await button(page, "Test").click();
  await page.getByRole("status").getByText("The first of 2 pages is at birds.example.").waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await goTo(page, "Chats");
  await say(page, 'search the web for "birds & bees"');
  await approval(page).getByText("Search the web for birds & bees").waitFor();
  await approval(page).getByText(endpoint.base).waitFor();
  await approval(page).getByText("It leaves this computer").waitFor();
  expect(endpoint.asked.length).toBe(1);
  await button(approval(page), "Allow once").click();
  await finished(page, "Birds of the north").waitFor();
  await gone(approval(page));
  expect(endpoint.asked.length).toBe(2);
  const look = async (): Promise<void> => {
    const answer = messages(page, "Perch").last();
    await button(answer, "2 sources").click();
    const list = answer.getByRole("list", { name: "Sources" });
    await list.getByText("<b>Nests</b>").waitFor();
    await list.getByText("nests.example").waitFor();
    const asked = page.waitForEvent("dialog");
    void list.getByRole("link", { name: /Birds of the north/ }).click();
    const dialog = await asked;
    expect(dialog.message()).toContain("https://birds.example/north");
    await dialog.dismiss();
  };
  await look();
  expect(await axeViolations(page)).toEqual([]);
  await page.reload();
  await look();
});

it("fetches a page that is allowed, shows its whole address before, and reads a private one for nobody", async () => {
  const body = `<title>Home wiki</title><main><h1>Wiki</h1><p>${"The wiki of the house. ".repeat(40)}</p></main>`;
  await using web = await startScriptedWeb({ pages: { "/wiki?x=1": { body } } });
  const url = `http://127.0.0.1:${web.port}/wiki?x=1`;
  await using bench = await openWindow({ settings: { tools: { web: { allowPrivateHosts: ["127.0.0.1"] } } } });
  const { page } = bench;
  await say(page, `fetch ${url}`);
  await approval(page).getByText(url).waitFor();
  await approval(page).getByText("Fetch a page of 127.0.0.1").waitFor();
  expect(web.seen).toEqual([]);
  await button(approval(page), "Allow once").click();
  await finished(page, "The wiki of the house.").waitFor();
  await button(messages(page, "Perch").last(), "1 source").click();
  await page.getByRole("link", { name: /Home wiki/ }).waitFor();
  await say(page, `fetch http://localhost:${web.port}/wiki?x=1`);
  await finished(page, /Only the public internet may be reached/).waitFor();
  expect(web.seen.length).toBe(1);
});

it("reads a private host once it is named in Settings, and says what is no host", async () => {
  const body = `<title>Home wiki</title><main><p>${"The wiki of the house. ".repeat(40)}</p></main>`;
  await using web = await startScriptedWeb({ pages: { "/wiki": { body } } });
  await using bench = await openWindow();
  const { page, home } = bench;
  await goTo(page, "Settings");
  const field = page.getByRole("textbox", { name: "Private hosts that may be read" });
  await field.fill("http://127.0.0.1/");
  await field.blur();
  await page.getByText("“http://127.0.0.1/” is no name, address or range.").waitFor();
  await field.fill("127.0.0.1\nnas.local");
  await field.blur();
  const kept = async () => JSON.parse(await readFile(join(home.home, "config.json"), "utf8")).tools?.web;
  await expect.poll(kept).toMatchObject({ allowPrivateHosts: ["127.0.0.1", "nas.local"] });
  await goTo(page, "Chats");
  await say(page, `fetch http://127.0.0.1:${web.port}/wiki`);
  await button(approval(page), "Allow once").click();
  await finished(page, "The wiki of the house.").waitFor();
});

it("keeps the key of a search provider in the key store and shows it nowhere", async () => {
  await using bench = await openWindow();
  const { page, home } = bench;
  await openSearchPage(page);
  await page.getByRole("combobox", { name: "Search provider" }).selectOption("brave");
  await button(page, "Set key…").click();
  const field = page.getByLabel("Key of Brave Search");
  await field.fill("key-of-the-brave-one");
  await field.press("Enter");
  await button(page, "Remove key").waitFor();
  const config = await readFile(join(home.home, "config.json"), "utf8");
  expect(config).toContain("secret:search:brave");
  expect(config).not.toContain("key-of-the-brave-one");
  expect(await page.content()).not.toContain("key-of-the-brave-one");
  await button(page, "Remove key").click();
  await button(page, "Set key…").waitFor();
});
