import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { button, closeBrowser, finished, gone, goTo, openWindow, say } from "../../support/window-bench.ts";
import {
  listedConnection as listed,
  openServer,
  settingsPanel as panel,
  serverIn,
} from "../../support/window-connections.ts";

/* MCP servers: how they stand, their tools, their settings and their log. */

afterAll(closeBrowser);

function connection(page: Page) {
  return page.getByRole("region", { name: "Connection", exact: true });
}

function tools(page: Page) {
  return page.getByRole("region", { name: "Tools" });
}

function toolRow(page: Page, name: string) {
  return tools(page).getByRole("row").filter({ hasText: name });
}

it("lists the servers with their states, and one by its five stages and its tools", async () => {
  const settings = serverSettings({ files: stdioServer(), old: stdioServer({}, { enabled: false }) });
  await using bench = await openWindow({ settings });
  const { page } = bench;
  await goTo(page, "Connections");
  await listed(page, "files").getByText("7 tools").waitFor();
  await listed(page, "old").getByText("Off").waitFor();
  await listed(page, "files").click();
  expect(new URL(page.url()).hash).toBe("#/connections/mcp/files");
  await page.getByRole("main").getByText("Ready", { exact: true }).waitFor();
  await connection(page).getByText("Test server 1.2.3").waitFor();
  await connection(page)
    .getByText(/ in all$/)
    .waitFor();
  expect(await connection(page).locator("[data-state=passed]").count()).toBe(5);
  await tools(page)
    .getByText(/^7 tools, \d+ tokens in each request$/)
    .waitFor();
  await toolRow(page, "Say it back").getByText("Says that it only reads").waitFor();
  await toolRow(page, "Say it back").getByText("Asks first").waitFor();
  await toolRow(page, "send.mail").getByText("Asks first").waitFor();
  await toolRow(page, "send.mail").getByRole("switch", { name: "Let send.mail run without asking" }).click();
  await toolRow(page, "send.mail").getByText("Runs", { exact: true }).waitFor();
  await button(tools(page), "Let them run without asking").click();
  await toolRow(page, "Say it back").getByText("Runs", { exact: true }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "files", exact: true }).waitFor();
  await toolRow(page, "send.mail").waitFor();
});

it("chooses the tools that chats are offered, and sends none of the names where it is all of them", async () => {
  await using bench = await openWindow({ settings: serverSettings({ files: stdioServer() }) });
  const { page, home } = bench;
  await openServer(page, "files");
  const mail = toolRow(page, "send.mail").getByRole("checkbox", { name: "Use send.mail" });
  await mail.uncheck();
  await toolRow(page, "fail").getByRole("checkbox").uncheck();
  await tools(page)
    .getByText(/^5 of 7 tools/)
    .waitFor();
  await listed(page, "files").getByText("5 tools").waitFor();
  const chosen = ["echo", "picture", "environment", "slow", "count"];
  await expect.poll(async () => (await serverIn(home, "files")).enabledTools).toEqual(chosen);
  await mail.check();
  await toolRow(page, "fail").getByRole("checkbox").check();
  await listed(page, "files").getByText("7 tools").waitFor();
  await expect.poll(async () => (await serverIn(home, "files")).enabledTools ?? null).toBeNull();
});

it("finds a tool among many", async () => {
  await using bench = await openWindow({ settings: serverSettings({ files: stdioServer({ mode: "many" }) }) });
  const { page } = bench;
  await openServer(page, "files");
  await toolRow(page, "tool_150").waitFor();
  await tools(page).getByRole("searchbox", { name: "Search tools" }).fill("tool_17");
  await gone(toolRow(page, "tool_150"));
  expect(await tools(page).getByRole("checkbox").count()).toBe(11);
  await tools(page).getByRole("searchbox").fill("nothing of this");
  await tools(page).getByText("No tool fits “nothing of this”.").waitFor();
});

it("says which value is missing, and takes it without ever showing it", async () => {
  const settings = serverSettings({ calendar: stdioServer({ mode: "needs-token" }, { env: { LEVEL: "info" } }) });
  await using bench = await openWindow({ settings });
  const { page, home } = bench;
  await goTo(page, "Connections");
  await listed(page, "calendar").getByText("Failed").waitFor();
  await listed(page, "calendar").click();
  const problem = connection(page).getByRole("alert");
  await problem
    .getByText(/CALENDAR_TOKEN/)
    .first()
    .waitFor();
  await connection(page).getByText("Error: CALENDAR_TOKEN is not set").last().waitFor();
  await tools(page).getByText("It brings no tools until its connection works.").waitFor();
  await button(connection(page), "Set value…").click();
  const value = connection(page).getByLabel("Value of CALENDAR_TOKEN");
  await connection(page).locator("input[type=password]:focus").waitFor();
  await connection(page).getByText("secrets.json in Perch's folder").waitFor();
  await value.fill("hush-");
  await button(page, "Restart").click();
  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByRole("log", { name: "Log" }).getByText("npm notice").nth(1).waitFor();
  await listed(page, "calendar").getByText("Failed").waitFor();
  // What is being typed stays while the server is tried again.
  expect(await value.inputValue()).toBe("hush-");
  await page.getByRole("tab", { name: "Settings" }).click();
  await value.fill("hush-hush");
  await value.press("Enter");
  await listed(page, "calendar").getByText("7 tools").waitFor();
  await gone(problem);
  await panel(page).getByText("In secrets.json in Perch's folder").waitFor();
  expect((await serverIn(home, "calendar")).env).toMatchObject({
    LEVEL: "info",
    CALENDAR_TOKEN: expect.stringMatching(/^secret:/),
  });
  expect(await page.content()).not.toContain("hush-hush");
});

it("changes what a server is started with, field by field, and says beside the field what is wrong", async () => {
  await using bench = await openWindow({ settings: serverSettings({ files: stdioServer() }) });
  const { page, home } = bench;
  await openServer(page, "files");
  await listed(page, "files").getByText("7 tools").waitFor();
  const wrong = panel(page).getByRole("alert");
  const seconds = panel(page).getByRole("textbox", { name: "Time limit in seconds" });
  await seconds.fill("soon");
  await seconds.press("Enter");
  await wrong.getByText("This is no number of seconds").waitFor();
  await seconds.fill("0");
  await seconds.press("Enter");
  await wrong.getByText(/^Between 1 and/).waitFor();
  expect(await seconds.getAttribute("aria-invalid")).toBe("true");
  await seconds.fill("45");
  await seconds.press("Enter");
  await gone(wrong);
  await expect.poll(async () => (await serverIn(home, "files")).timeoutSeconds).toBe(45);
  const args = panel(page).getByRole("textbox", { name: "Arguments" });
  await args.fill(`${await args.inputValue()}\n  two words`);
  await args.blur();
  await expect.poll(async () => (await serverIn(home, "files")).args[2]).toBe("two words");
  await listed(page, "files").getByText("7 tools").waitFor();
  await panel(page).getByRole("textbox", { name: "Command" }).fill("no-such-program-here");
  await panel(page).getByRole("textbox", { name: "Command" }).press("Enter");
  await listed(page, "files").getByText("Failed").waitFor();
  await connection(page).getByRole("alert").getByText("no-such-program-here").waitFor();
});

it("adds, replaces and removes a variable whose value is not shown", async () => {
  await using bench = await openWindow({ settings: serverSettings({ files: stdioServer() }) });
  const { page, home } = bench;
  await openServer(page, "files");
  await button(panel(page), "Add variable").click();
  await panel(page).getByRole("textbox", { name: "Name" }).fill("NOT A NAME");
  await panel(page).getByLabel("Value", { exact: true }).fill("hush-hush");
  await button(panel(page), "Save").click();
  await panel(page).getByRole("alert").getByText("is no name of a variable").waitFor();
  await panel(page).getByRole("textbox", { name: "Name" }).fill("API_TOKEN");
  await button(panel(page), "Save").click();
  await panel(page).getByText("In secrets.json in Perch's folder").waitFor();
  expect((await serverIn(home, "files")).env).toEqual({ API_TOKEN: expect.stringMatching(/^secret:/) });
  await button(panel(page), "Remove API_TOKEN").click();
  await gone(panel(page).getByText("API_TOKEN", { exact: true }));
  await expect.poll(async () => (await serverIn(home, "files")).env ?? {}).toEqual({});
});

it("switches a server off and on, and starts it again", async () => {
  await using bench = await openWindow({ settings: serverSettings({ files: stdioServer() }) });
  const { page, home } = bench;
  await openServer(page, "files");
  await listed(page, "files").getByText("7 tools").waitFor();
  const use = page.getByRole("switch", { name: "Use files" });
  await use.click();
  await listed(page, "files").getByText("Off").waitFor();
  await tools(page).getByText("It is off").waitFor();
  expect(await button(page, "Restart").count()).toBe(0);
  expect((await serverIn(home, "files")).enabled).toBe(false);
  await use.click();
  await listed(page, "files").getByText("7 tools").waitFor();
  await page.getByRole("tab", { name: "Log" }).click();
  const log = page.getByRole("log", { name: "Log" });
  await log
    .getByText(/^Connected/)
    .first()
    .waitFor();
  const before = await log.getByText(/^Connected/).count();
  await button(page, "Restart").click();
  await expect.poll(() => log.getByText(/^Connected/).count()).toBe(before + 1);
});

it("shows the log of a server, its own lines and Perch's, each once, and copies it", async () => {
  await using bench = await openWindow({ settings: serverSettings({ files: stdioServer({ mode: "chatty" }) }) });
  const { page } = bench;
  await openServer(page, "files");
  await listed(page, "files").getByText("7 tools").waitFor();
  await page.getByRole("tab", { name: "Log" }).click();
  const log = page.getByRole("log", { name: "Log" });
  await log.getByText("listening").waitFor();
  await log.getByText(/^Connected/).waitFor();
  expect(await log.getByText("listening").count()).toBe(1);
  expect(await log.getByText("Perch", { exact: true }).count()).toBe(1);
  await button(panel(page), "Copy").click();
  await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toMatch(/listening\n|\[Perch\] Connected/);
});

it("says that a tool is not what it was, shows it whole, and takes it when told that it looks right", async () => {
  await using bench = await openWindow({
    prepare: async (home) =>
      home.config({
        agents: { defaults: { model: "practice/practice" } },
        ...serverSettings({ files: stdioServer({ changeWhen: join(home.user, "changed") }) }),
      }),
  });
  const { page, home } = bench;
  await openServer(page, "files");
  await button(tools(page), "Let them run without asking").click();
  await toolRow(page, "Say it back").getByText("Runs", { exact: true }).waitFor();
  await writeFile(join(home.user, "changed"), "");
  await listed(page, "files").getByText("1 changed").waitFor();
  const note = page.getByRole("status").filter({ hasText: "1 tool is new or not what it was" });
  await note.waitFor();
  await toolRow(page, "Say it back").getByText("New or changed").waitFor();
  await toolRow(page, "Say it back").getByText("Asks first").waitFor();
  await toolRow(page, "Say it back").getByText("sends all files along").waitFor();
  await button(note, "It looks right").click();
  await gone(note);
  await toolRow(page, "Say it back").getByText("Asks first").waitFor();
  await listed(page, "files").getByText("7 tools").waitFor();
});

it("tells in a chat whom it waits for before its first turn", async () => {
  await using bench = await openWindow({ settings: serverSettings({ files: stdioServer({ mode: "silent" }) }) });
  const { page } = bench;
  await say(page, "list the files");
  await page.getByText("Connecting to files…").waitFor();
  await finished(page, "This is in").waitFor();
  await gone(page.getByText("Connecting to files…"));
});
