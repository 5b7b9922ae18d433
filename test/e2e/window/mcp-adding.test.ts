import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { startHttpServer } from "../../support/mcp/http-server.ts";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { button, closeBrowser, composer, gone, goTo, itServed, openWindow } from "../../support/window-bench.ts";
import {
  listedConnection as listed,
  openServer,
  settingsPanel as panel,
  serverIn,
  serversIn,
} from "../../support/window-connections.ts";

/* MCP servers: adding one, removing it, and reaching it from the palette. */

afterAll(closeBrowser);

async function openAdding(page: Page) {
  await goTo(page, "Connections");
  await button(page, "Add connection").click();
  const dialog = page.getByRole("dialog", { name: "Add connection" });
  await button(dialog, "MCP server").click();
  return dialog;
}

it("says what an MCP server is where there is none, and offers to add one", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  await goTo(page, "Connections");
  const section = page.getByRole("region", { name: "MCP servers" });
  await section.getByText("a program or a service that gives Perch more tools").waitFor();
  await button(section, "Add one").click();
  const dialog = page.getByRole("dialog", { name: "Add connection" });
  await dialog.locator("textarea:focus").waitFor();
  await page.keyboard.press("Escape");
  await gone(dialog);
});

it("adds a server from what its page shows, after it was looked at", async () => {
  await using bench = await openWindow({ settings: serverSettings({ calendar: stdioServer() }) });
  const { page, home } = bench;
  const dialog = await openAdding(page);
  const paste = dialog.getByRole("textbox", { name: "Paste its configuration" });
  await paste.fill("what is this?\nI do not know");
  await button(dialog, "Look at it").click();
  await dialog.getByRole("alert").getByText("No server was found in this").waitFor();
  const env = { CALENDAR_TOKEN: "<YOUR_TOKEN>", LEVEL: "info" };
  const entry = { ...stdioServer({ mode: "needs-token" }), env };
  await paste.fill(JSON.stringify({ mcpServers: { calendar: entry } }));
  await button(dialog, "Look at it").click();
  await dialog.getByText("This starts a program on your computer.").waitFor();
  await dialog.getByText("stdio-server.mjs").waitFor();
  expect(Object.keys(await serversIn(home))).toEqual(["calendar"]);
  const token = dialog.getByLabel("Value of CALENDAR_TOKEN");
  expect([await token.inputValue(), await dialog.getByLabel("Value of LEVEL").inputValue()]).toEqual(["", "info"]);
  await button(dialog, "Add and start").click();
  await dialog.getByRole("alert").getByText("calendar already").waitFor();
  await dialog.getByRole("textbox", { name: "Name" }).fill("dates");
  await token.fill("hush-hush");
  await token.press("Enter");
  await gone(dialog);
  await page.getByRole("heading", { name: "dates", exact: true }).waitFor();
  await listed(page, "dates").getByText("7 tools").waitFor();
  expect((await serverIn(home, "dates")).env).toMatchObject({
    LEVEL: "info",
    CALENDAR_TOKEN: expect.stringMatching(/^secret:/),
  });
});

it("adds several that were pasted together, each by itself", async () => {
  await using bench = await openWindow();
  const { page, home } = bench;
  const dialog = await openAdding(page);
  const text = JSON.stringify({ mcpServers: { one: stdioServer(), two: stdioServer() } });
  // Pasted, it is read at once.
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await dialog.getByRole("textbox", { name: "Paste its configuration" }).press("ControlOrMeta+v");
  await button(dialog.getByRole("form", { name: "one" }), "Add and start").click();
  await dialog.getByText("one was added.").waitFor();
  expect(Object.keys(await serversIn(home))).toEqual(["one"]);
  await button(dialog.getByRole("form", { name: "two" }), "Add and start").click();
  await gone(dialog);
  await page.getByRole("heading", { name: "two", exact: true }).waitFor();
  await listed(page, "one").getByText("7 tools").waitFor();
});

it("adds a service by hand, with a header, and removes it with its key", async () => {
  await using web = await startHttpServer({ authorization: "Bearer hush-hush-1" });
  await using bench = await openWindow();
  const { page, home } = bench;
  const dialog = await openAdding(page);
  await button(dialog, "Fill it in by hand").click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("tracker");
  await button(dialog, "Address").click();
  await dialog.getByRole("textbox", { name: "Address" }).fill("host/mcp");
  await button(dialog, "Add and connect").click();
  await dialog.getByRole("alert").getByText("is no web address").waitFor();
  await dialog.getByRole("textbox", { name: "Address" }).fill(web.url);
  await button(dialog, "Add header").click();
  await dialog.getByRole("textbox", { name: "Name" }).last().fill("Authorization");
  await dialog.getByLabel("Value of Authorization").fill("Bearer hush-hush-1");
  await button(dialog, "Add and connect").click();
  await gone(dialog);
  await listed(page, "tracker").getByText("2 tools").waitFor();
  expect(await page.content()).not.toContain("hush-hush");
  expect(await readFile(join(home.home, "secrets.json"), "utf8")).toContain("hush-hush-1");
  await button(panel(page), "Remove…").click();
  const asking = page.getByRole("dialog", { name: "Remove tracker?" });
  await asking.getByText("cannot be brought back: Authorization.").waitFor();
  await button(asking, "Remove").click();
  await gone(asking);
  await gone(listed(page, "tracker"));
  await page.getByRole("heading", { name: "Practice model" }).waitFor();
  expect(await serversIn(home)).toEqual({});
  expect(await readFile(join(home.home, "secrets.json"), "utf8")).not.toContain("hush-hush");
});

itServed("says that a server is gone which another window removed", async () => {
  await using bench = await openWindow({ settings: serverSettings({ files: stdioServer() }) });
  const { page, openPage } = bench;
  await openServer(page, "files");
  const other = await openPage();
  await openServer(other, "files");
  await button(panel(other), "Remove…").click();
  await button(other.getByRole("dialog"), "Remove").click();
  await page.getByText("There is no MCP server called files").waitFor();
  await gone(listed(page, "files"));
});

it("reaches each server and a new one from the palette", async () => {
  await using bench = await openWindow({ settings: serverSettings({ files: stdioServer() }) });
  const { page } = bench;
  await composer(page).waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await page.keyboard.type("files");
  await palette
    .getByRole("option", { name: /^files/ })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "files", exact: true }).waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(">add mcp");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Add connection" }).getByText("Paste its configuration").first().waitFor();
});
