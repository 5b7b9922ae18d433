import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { axeViolations } from "../../support/axe.ts";
import { ledgerFiles } from "../../support/ledger.ts";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { startProviderServer } from "../../support/provider-server.ts";
import { monthOfCalls } from "../../support/shots/month.ts";
import { servedProviders } from "../../support/shots/served-providers.ts";
import {
  approval,
  button,
  closeBrowser,
  composer,
  createGate,
  finished,
  gone,
  goTo,
  messages,
  openWindow,
  say,
  step,
  untilDrawn,
  untilReadable,
} from "../../support/window-bench.ts";

afterAll(closeBrowser);

/** Collects what axe finds in one state after the other, in both themes, so that one run names them all. */
function audit(page: Page) {
  const found: string[] = [];
  const look = async (state: string): Promise<void> => {
    for (const line of await axeViolations(page)) found.push(`${state}: ${line}`);
    await page.emulateMedia({ colorScheme: "dark" });
    await untilDrawn(page);
    for (const line of await axeViolations(page, "colours")) found.push(`${state}, dark: ${line}`);
    await page.emulateMedia({ colorScheme: "light" });
  };
  return { found, look };
}

it("has no violation in the first run", async () => {
  await using bench = await openWindow({ answers: "none" });
  await bench.page.getByRole("heading", { name: "Choose a model" }).waitFor();
  const { look, found } = audit(bench.page);
  await look("first run");
  expect(found).toEqual([]);
});

it("has no violation in the chat and its inspector", async () => {
  await using bench = await openWindow({ prepare: (home) => home.write("Assistant/notes.md", "# Notes\n") });
  const { page } = bench;
  const { look, found } = audit(page);
  await composer(page).waitFor();
  await look("new chat");
  await say(page, "list the files");
  await finished(page, "notes.md").waitFor();
  await step(page, /^list_dir/)
    .getByRole("button")
    .first()
    .click();
  await look("chat with steps");
  const heard = await page.getByRole("log", { name: "Transcript" }).ariaSnapshot();
  // Who, what was done, the answer.
  expect(heard).toMatch(/article "You".*list the files.*article "Perch".*Listed the work folder.*This is in \./s);
  await say(page, 'write "hello" to hello.txt');
  await approval(page).waitFor();
  await look("approval");
  await button(page, "Open inspector").click();
  for (const tab of ["Files", "Changes", "Run", "Context"]) {
    await page.getByRole("tab", { name: tab }).click();
    await look(`inspector ${tab}`);
  }
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByRole("treeitem", { name: "notes.md" }).click();
  await page.getByRole("textbox", { name: "notes.md", exact: true }).waitFor();
  await look("file in the editor");
  await page.getByRole("tab", { name: "Chat", exact: true }).click();
  await button(page, "Close inspector").first().click();
  await goTo(page, "Inbox");
  await approval(page).waitFor();
  await look("inbox");
  await button(approval(page), "Deny").click();
  await page.getByText("Nothing waits for you").waitFor();
  await look("inbox, empty");
  await goTo(page, "Chats");
  await say(page, "fail");
  await messages(page, "Perch").locator("[data-error]").first().waitFor();
  await look("failed run");
  expect(found).toEqual([]);
});

it("has no violation in the other places and overlays", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  const { look, found } = audit(page);
  await composer(page).waitFor();
  const titles = { Settings: "Settings", Automations: "Jobs", Knowledge: "MEMORY.md" };
  for (const [place, name] of Object.entries(titles)) {
    await goTo(page, place);
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await look(place);
  }
  await page.getByRole("link", { name: "MEMORY.md" }).click();
  await page.getByRole("textbox", { name: /MEMORY\.md/ }).waitFor();
  await look("editor");
  await goTo(page, "Chats");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
  await look("palette");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+/");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  await look("keyboard sheet");
  expect(found).toEqual([]);
});

it("has no violation in what opens from a field, in find, and in the trash", async () => {
  await using bench = await openWindow({ prepare: (home) => home.write("Assistant/notes.md", "# Notes\n") });
  const { page } = bench;
  const { look, found } = audit(page);
  await say(page, "read notes.md");
  await finished(page, "Notes").waitFor();
  await composer(page).pressSequentially("@no");
  await page.getByRole("option").first().waitFor();
  await look("mention");
  await composer(page).fill("/");
  await page.getByRole("option").first().waitFor();
  await look("commands");
  await composer(page).fill("");
  await page.getByRole("button", { name: /^Mode: / }).focus();
  await page.keyboard.press("Shift+Tab");
  await page.locator("[data-tooltip]").waitFor();
  await look("tooltip");
  await page.keyboard.press("Control+f");
  await page.keyboard.type("notes");
  await page.getByText(/^\d+ of \d+$/).waitFor();
  await look("find");
  await page.keyboard.press("Escape");
  const row = page.getByRole("list", { name: "Chats" }).getByRole("link");
  await row.focus();
  await page.keyboard.press("Delete");
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await page.getByRole("button", { name: /^Shown chats/ }).click();
  await page.getByRole("menuitemradio", { name: "Trash" }).click();
  await page.getByText("30 days left").waitFor();
  await look("trash");
  expect(found).toEqual([]);
});

it("has no violation in usage, limits and prices", async () => {
  await using bench = await openWindow({
    settings: { budgets: { month: { money: 10 }, day: { money: 2 }, run: { tokens: 200_000 } } },
    prepare: async (home) => {
      for (const [path, lines] of ledgerFiles(monthOfCalls(Date.now()))) await home.write(path, lines);
    },
  });
  const { page } = bench;
  const { look, found } = audit(page);
  await goTo(page, "Usage");
  await page.getByRole("option").first().waitFor();
  await page.getByText("Numbers by day").click();
  await look("usage");
  await button(page, "Change limits…").click();
  const dialog = page.getByRole("dialog", { name: "Limits and prices" });
  await dialog.getByRole("textbox", { name: "Each day, Tokens" }).fill("many");
  await look("limits");
  await button(dialog, "Prices").click();
  await dialog.getByRole("textbox").first().waitFor();
  await look("prices");
  await page.keyboard.press("Escape");
  for (let back = 0; back < 3; back += 1) await button(page, "Earlier").click();
  await page.getByText("Nothing was used here").waitFor();
  await look("usage, empty");
  expect(found).toEqual([]);
});

it("has no violation in the connections", async () => {
  await using server = await startProviderServer(servedProviders);
  await using bench = await openWindow({
    settings: {
      providers: {
        ollama: { apiBase: server.address("ollama") },
        openrouter: { apiBase: server.address("openrouter"), apiKey: "key", extraHeaders: { "X-Team": "a" } },
      },
      ui: { favouriteModels: ["ollama/qwen3:8b"] },
    },
  });
  const { page } = bench;
  const { look, found } = audit(page);
  await goTo(page, "Connections");
  await page.getByRole("link", { name: /^Ollama/ }).click();
  await button(page, "Test").click();
  await page.getByText("It calls tools.").waitFor();
  await look("connection");
  await page.getByRole("link", { name: /^OpenRouter/ }).click();
  await button(page, "Test").click();
  await page.getByRole("alert").first().waitFor();
  await look("connection, key refused");
  await button(page, "Replace key…").first().click();
  await look("connection, key typed");
  await button(page, "Add connection").click();
  await page.getByRole("dialog").getByText("Not running").first().waitFor();
  await look("add connection");
  await page.keyboard.press("Escape");
  await goTo(page, "Chats");
  await page.getByRole("button", { name: /^Model: / }).click();
  await page.getByText("Favourites").waitFor();
  await look("model of a chat");
  expect(found).toEqual([]);
});

it("has no violation in the MCP servers", async () => {
  const servers = { files: stdioServer({ mode: "many" }), calendar: stdioServer({ mode: "needs-token" }) };
  await using bench = await openWindow({ settings: serverSettings(servers) });
  const { page } = bench;
  const { look, found } = audit(page);
  await goTo(page, "Connections");
  await page.getByRole("link", { name: /^files/ }).click();
  await page.getByText("tool_0", { exact: true }).waitFor();
  await look("server");
  await page.getByRole("link", { name: /^calendar/ }).click();
  await button(page, "Set value…").waitFor();
  await look("server, failed");
  await button(page, "Set value…").click();
  await button(page, "Add variable").click();
  await look("server, values typed");
  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByRole("log", { name: "Log" }).waitFor();
  await look("log of a server");
  await button(page, "Add connection").click();
  const dialog = page.getByRole("dialog", { name: "Add connection" });
  await button(dialog, "MCP server").click();
  await look("add server");
  const pasted = { mcpServers: { dates: stdioServer({}, { env: { TOKEN: "<YOUR_TOKEN>" } }) } };
  await dialog.getByRole("textbox", { name: "Paste its configuration" }).fill(JSON.stringify(pasted));
  await button(dialog, "Look at it").click();
  await button(dialog, "Add and start").waitFor();
  await look("look at a server");
  await button(dialog, "Paste something else").click();
  await button(dialog, "Fill it in by hand").click();
  await button(dialog, "Add variable").click();
  await look("server by hand");
  expect(found).toEqual([]);
});

it("has no violation where a limit stopped a run", async () => {
  await using bench = await openWindow({
    answers: [{ text: "One.", usage: { prompt: 900, completion: 100 } }],
    settings: { budgets: { chat: { tokens: 1000 } } },
  });
  const { page } = bench;
  const { look, found } = audit(page);
  await say(page, "one");
  await finished(page, "One.").waitFor();
  await look("a limit is near");
  await say(page, "two");
  await page.getByRole("group", { name: "Budget used up" }).waitFor();
  await look("a limit stopped a run");
  expect(found).toEqual([]);
});

/** Presses Tab until the element is reached; false when the whole page was walked without it. */
async function tabTo(page: Page, name: string, key = "Tab"): Promise<boolean> {
  for (let count = 0; count < 80; count += 1) {
    const label = await page.evaluate<string>(
      "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()",
    );
    if (label.startsWith(name)) return true;
    await page.keyboard.press(key);
  }
  return false;
}

it("does everything of the chat by keyboard alone, and tells of answers and requests once", async () => {
  await using bench = await openWindow({ prepare: (home) => home.write("Assistant/notes.md", "# Notes\n") });
  const { page } = bench;
  await composer(page).waitFor();
  await page.evaluate(`
    globalThis.told = [];
    new MutationObserver(() => told.push(document.querySelector("section > [role=status]").textContent))
      .observe(document.querySelector("section > [role=status]"), { childList: true, characterData: true, subtree: true });
  `);
  await page.keyboard.type("list the files");
  await page.keyboard.press("Enter");
  await finished(page, "notes.md").waitFor();
  await page.keyboard.type('write "hello" to hello.txt');
  await page.keyboard.press("Enter");
  await untilReadable(page);
  await page.keyboard.press("Control+Enter");
  await gone(approval(page));
  await finished(page, "hello.txt").waitFor();
  const told = (start: string) =>
    page.evaluate<string[]>("told").then((all) => all.filter((words) => words.startsWith(start)).length);
  await expect.poll(() => told("Perch answered")).toBe(2);
  expect(await told("Waiting for you")).toBe(1);

  expect(await tabTo(page, "Edit and resend", "Shift+Tab")).toBe(true);
  await page.keyboard.press("Control+Alt+b");
  await page.getByRole("tree", { name: "Files" }).waitFor();
  expect(await tabTo(page, "hello.txt")).toBe(true);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "notes.md", exact: true }).waitFor();
  await page.keyboard.press("Alt+w");
  await gone(page.getByRole("tablist", { name: "Open files" }));
  expect(await tabTo(page, "Chat menu", "Shift+Tab")).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate<string>("document.activeElement.textContent")).toContain("Rename");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Title" }).waitFor();
  await page.keyboard.type("By hand");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "By hand" }).waitFor();
  await page.keyboard.press("Control+n");
  await gone(messages(page, "You"));
});

it("queues, reorders, pauses, stops, answers again and turns between versions by keyboard alone", async () => {
  const gate = createGate();
  await using bench = await openWindow({
    answers: (_, index) => (index === 0 ? { deltas: ["Half ", gate.promise] } : { text: `Answer ${index}.` }),
  });
  const { page } = bench;
  const queue = page.getByRole("list", { name: "Queued messages" });
  // Asked for before it is needed: the browser must know that no dialogue is to open.
  const chooser = new Promise((resolve) => page.once("filechooser", resolve));
  await composer(page).waitFor();
  await page.keyboard.type("go");
  await page.keyboard.press("Enter");
  await messages(page, "Perch").filter({ hasText: "Half" }).waitFor();
  for (const words of ["one", "two"]) {
    await page.keyboard.type(words);
    await page.keyboard.press("Shift+Control+Enter");
    await queue.getByText(words).waitFor();
  }
  expect(await tabTo(page, "Move up", "Shift+Tab")).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => queue.textContent()).toMatch(/two.*one/);
  expect(await tabTo(page, "Pause queue", "Shift+Tab")).toBe(true);
  await page.keyboard.press("Enter");
  await button(page, "Go on with the queue").waitFor();
  expect(await tabTo(page, "Remove")).toBe(true);
  await page.keyboard.press("Enter");
  await gone(queue.getByText("two"));
  // The row that took its place has the focus before the next key is pressed.
  const listOfFocus = () => page.evaluate("document.activeElement.closest('ul')?.getAttribute('aria-label')");
  await expect.poll(listOfFocus).toBe("Queued messages");
  expect(await tabTo(page, "Edit")).toBe(true);
  await page.keyboard.press("Enter");
  await gone(queue);
  expect(await composer(page).inputValue()).toBe("one");
  expect(await tabTo(page, "Attach")).toBe(true);
  await page.keyboard.press("Enter");
  await chooser;
  await page.keyboard.press("Escape");
  await page.getByText("Stopped").first().waitFor();
  gate.open();

  expect(await tabTo(page, "Answer again", "Shift+Tab")).toBe(true);
  await page.keyboard.press("Enter");
  await finished(page, "Answer 1.").waitFor();
  expect(await tabTo(page, "Previous version", "Shift+Tab")).toBe(true);
  await page.keyboard.press("Enter");
  await messages(page, "Perch").filter({ hasText: "Half" }).waitFor();
});
