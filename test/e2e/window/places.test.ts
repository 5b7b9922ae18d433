import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
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
} from "../../support/window-bench.ts";

/* What lies around the chat: inspector, knowledge, palette, keys. */

afterAll(closeBrowser);

const memory = "workspace/memory/MEMORY.md";

async function openMemory(page: Page) {
  await goTo(page, "Knowledge");
  await page.getByRole("link", { name: "MEMORY.md" }).click();
  const editor = page.getByRole("textbox", { name: /MEMORY\.md/ });
  await editor.waitFor();
  return editor;
}

it("shows a file that a run wrote in the tree, and opens it", async () => {
  await using bench = await openWindow({ prepare: (home) => home.write("Assistant/docs/old.md", "# Old\n") });
  const { page } = bench;
  await say(page, 'write "# Fresh heading" to fresh.md');
  await approval(page).waitFor();
  await button(page, "Open inspector").click();
  const tree = page.getByRole("tree", { name: "Files" });
  await tree.getByRole("treeitem", { name: "docs" }).waitFor();
  await button(approval(page), "Allow once").click();
  await tree.getByRole("treeitem", { name: "fresh.md" }).click();
  await button(page, "Preview").click();
  await page.getByRole("heading", { name: "Fresh heading", exact: true }).waitFor();
  await tree.getByRole("treeitem", { name: "docs" }).click();
  await tree.getByRole("treeitem", { name: "old.md" }).waitFor();
  await page.getByRole("tab", { name: "Run" }).click();
  const panel = page.getByRole("tabpanel", { name: "Run" }).or(page.getByRole("tabpanel", { name: "Context" }));
  await panel.getByText("practice/practice").waitFor();
  await panel.getByRole("button", { name: "Wrote fresh.md" }).waitFor();
  await page.getByRole("tab", { name: "Context" }).click();
  await panel.getByText("Window of the model").waitFor();
  expect(await panel.getByRole("term").count()).toBeGreaterThan(5);
});

it("comes to every file of a very full folder with the keyboard: by its name, and by asking for more", async () => {
  await using bench = await openWindow({
    prepare: async (home) => {
      await home.write("Assistant/deep/inner note.md", "x");
      const names = Array.from({ length: 2000 }, (_, index) => `n${index}.md`);
      await Promise.all(names.map((name) => home.write(`Assistant/${name}`, "x")));
    },
  });
  const { page } = bench;
  await say(page, 'say "hello"');
  await messages(page, "Perch").first().waitFor();
  await button(page, "Open inspector").click();
  const tree = page.getByRole("tree", { name: "Files" });
  const row = (path: string) => tree.locator(`[data-path="${path}"]`);
  await row("deep").click();
  await row("deep/inner note.md").waitFor();
  expect(await row("n1999.md").count()).toBe(0);
  const field = page.getByRole("searchbox", { name: "Filter by name" });
  await field.fill("N1999");
  await row("n1999.md").waitFor();
  await gone(row("n1.md"));
  await gone(row("deep/inner note.md"));
  await field.fill("inner");
  await row("deep/inner note.md").waitFor();
  await row("deep").waitFor();
  await field.fill("n1999");
  await row("n1999.md").waitFor();
  for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("textbox", { name: "n1999.md" }).waitFor();
  await field.fill("zzz");
  await tree.getByText("No name in the open folders holds").waitFor();
  await field.fill("");
  await row("deep").focus();
  // Of so many rows those in sight alone are drawn.
  expect(await tree.getByRole("treeitem").count()).toBeLessThan(200);
  await page.keyboard.press("End");
  const more = tree.getByText("Show more (1 are not shown)").locator("..").and(page.locator(":focus"));
  await more.waitFor();
  await page.keyboard.press("Enter");
  await gone(more);
  await page.keyboard.press("End");
  await row("n1999.md").waitFor();
});

it("saves the memory from the editor, and the next request carries it", async () => {
  await using bench = await openWindow({ answers: [{ text: "One." }, { text: "Two." }] });
  const { page, home, endpoint } = bench;
  await say(page, "hello");
  await finished(page, "One.").waitFor();
  const editor = await openMemory(page);
  await editor.press("Control+Home");
  await editor.pressSequentially("My boat is called Heron. ");
  await page.getByText("unsaved").waitFor();
  await page.keyboard.press("Control+s");
  await page.getByText("Saved", { exact: true }).waitFor();
  await gone(page.getByText("unsaved"));
  expect(await readFile(join(home.home, memory), "utf8")).toContain("Heron");
  await goTo(page, "Chats");
  await say(page, "what is my boat called?");
  await finished(page, "Two.").waitFor();
  const { body } = await endpoint.request(1);
  expect(String(body.messages[0]?.content)).toContain("My boat is called Heron.");
});

it("compares when the file changed on disk meanwhile, and loses neither", async () => {
  await using bench = await openWindow({ answers: [{ text: "One." }] });
  const { page, home } = bench;
  await say(page, "hello");
  await finished(page, "One.").waitFor();
  const editor = await openMemory(page);
  await editor.press("Control+Home");
  await editor.pressSequentially("Typed here. ");
  await writeFile(join(home.home, memory), "Written elsewhere.\n");
  await button(page, "Save").click();
  await page.getByRole("alert").getByText("changed on disk").waitFor();
  expect(await readFile(join(home.home, memory), "utf8")).toBe("Written elsewhere.\n");
  await button(page, "Save mine").click();
  await page.getByText("Saved", { exact: true }).waitFor();
  expect(await readFile(join(home.home, memory), "utf8")).toContain("Typed here.");
});

it("keeps what was typed in a file while another place is looked at", async () => {
  await using bench = await openWindow({ answers: [{ text: "One." }] });
  const { page } = bench;
  await say(page, "hello");
  await finished(page, "One.").waitFor();
  const editor = await openMemory(page);
  await editor.press("Control+Home");
  await editor.pressSequentially("Half a thought. ");
  await page.getByText("unsaved").waitFor();
  await goTo(page, "Chats");
  await composer(page).waitFor();
  await openMemory(page);
  await page.getByText("Half a thought.").waitFor();
  await page.getByText("unsaved").waitFor();
});

it("finds a chat, a command and a file in the palette", async () => {
  await using bench = await openWindow({
    answers: (_, index) => ({ text: `Reply ${index}.` }),
    prepare: (home) => home.write("Assistant/report-2026.md", "x"),
  });
  const { page } = bench;
  await say(page, "apples");
  await finished(page, "Reply 0.").waitFor();
  await button(page, "New chat").click();
  await say(page, "pears");
  await finished(page, "Reply 1.").waitFor();
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await page.keyboard.press("Control+k");
  // The open chat is no way to go anywhere.
  await palette.getByRole("option", { name: "apples" }).waitFor();
  expect(await palette.getByRole("option", { name: "pears" }).count()).toBe(0);
  await palette.getByRole("option", { name: "Settings" }).waitFor();
  await page.keyboard.type("apples");
  await palette.getByRole("option", { name: "Settings" }).waitFor({ state: "hidden" });
  await page.keyboard.press("Enter");
  await gone(palette);
  await messages(page, "You").filter({ hasText: "apples" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type(">settings");
  await palette.getByRole("option", { name: "Settings" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await goTo(page, "Chats");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("@report");
  await palette.getByRole("option", { name: "report-2026.md" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("tree", { name: "Files" }).waitFor();
  await page.getByText("report-2026.md").last().waitFor();
  expect(await composer(page).inputValue()).toBe("");
});

it("reaches limits, prices and a new connection from the palette", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  await composer(page).waitFor();
  for (const [words, name] of [
    ["change limits", "Limits and prices"],
    ["change prices", "Limits and prices"],
    ["add connection", "Add connection"],
  ] as const) {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Command palette" }).waitFor();
    await page.keyboard.type(`>${words}`);
    await page.keyboard.press("Enter");
    const opened = page.getByRole("dialog", { name });
    await opened.waitFor();
    await page.keyboard.press("Escape");
    await gone(opened);
  }
});

it("lists every key on a sheet, and Escape closes it", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  await composer(page).waitFor();
  await page.keyboard.press("Control+/");
  const sheet = page.getByRole("dialog", { name: "Keyboard" });
  await sheet.getByText("Command palette").waitFor();
  await page.keyboard.press("Escape");
  await gone(sheet);
});

it("mentions a file that is chosen behind an @", async () => {
  await using bench = await openWindow({ prepare: (home) => home.write("Assistant/notes.md", "n") });
  const { page } = bench;
  await composer(page).pressSequentially("read @not");
  await page.getByRole("listbox", { name: "Files" }).getByText("notes.md").click();
  await expect.poll(() => composer(page).inputValue()).toBe("read @notes.md ");
  // In the middle of what stands there the caret stays behind the name.
  await composer(page).fill("read and sum up");
  await page.evaluate("document.activeElement.setSelectionRange(5, 5)");
  await composer(page).pressSequentially("@not");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("! ");
  await expect.poll(() => composer(page).inputValue()).toBe("read @notes.md ! and sum up");
});

it("shows how full the window is and what the chat cost, and opens the parts of it", async () => {
  await using bench = await openWindow({
    answers: [{ text: "One.", usage: { prompt: 1000, completion: 1000 } }],
    settings: {
      prices: { scripted: { input: 100, output: 300 } },
      agents: { defaults: { model: "custom/scripted", contextWindow: 20_000 }, titles: { enabled: false } },
    },
  });
  const { page } = bench;
  await say(page, "hello");
  await finished(page, "One.").waitFor();
  await page.locator("form:has([data-composer])").getByText("$0.40").waitFor();
  await page.getByRole("button", { name: /^Context: \d+ % used$/ }).click();
  const panel = page.getByRole("tabpanel", { name: "Run" }).or(page.getByRole("tabpanel", { name: "Context" }));
  await panel.getByText("20,000 by the settings").waitFor();
  await panel.getByText("Nothing was left out or shortened.").waitFor();
  await page.reload();
  await page.locator("form:has([data-composer])").getByText("$0.40").waitFor();
});

it("counts a call that ends while what the chat cost is on its way", async () => {
  const answered = createGate();
  const asked = createGate();
  await using bench = await openWindow({
    answers: [
      { text: "One.", usage: { prompt: 1000, completion: 1000 } },
      { text: "Two.", usage: { prompt: 1000, completion: 1000 } },
    ],
    settings: { prices: { scripted: { input: 100, output: 300 } } },
  });
  const { page, context } = bench;
  await say(page, "hello");
  await finished(page, "One.").waitFor();
  await page.locator("form:has([data-composer])").getByText("$0.40").waitFor();
  await context.routeWebSocket(/\/ws$/, (line) => {
    const server = line.connectToServer();
    const held = new Set<unknown>();
    line.onMessage((sent) => {
      const { id, route } = JSON.parse(String(sent));
      if (route === "usage.report" && held.size === 0) {
        held.add(id);
        asked.open();
      }
      server.send(sent);
    });
    server.onMessage((sent) => {
      if (held.has(JSON.parse(String(sent)).id)) void answered.promise.then(() => line.send(sent));
      else line.send(sent);
    });
  });
  await page.reload();
  await asked.promise;
  await say(page, "and again");
  await finished(page, "Two.").waitFor();
  answered.open();
  await page.locator("form:has([data-composer])").getByText("$0.80").waitFor();
});

it("sets a proxy of one's own, none, or the environment's, and says which is used without its password", async () => {
  const proxy = "http://me:open-sesame@proxy.example:3128";
  await using bench = await openWindow({ settings: { network: { proxy } } });
  const { page, home } = bench;
  await goTo(page, "Settings");
  const card = page.getByRole("region", { name: "Network" });
  const address = card.getByRole("textbox", { name: "Address of the proxy" });
  await card.getByText("asked through http://proxy.example:3128, from the setting network.proxy").waitFor();
  expect(await address.inputValue()).toBe("http://me:[key]@proxy.example:3128");
  const saved = async () => JSON.parse(await readFile(join(home.home, "config.json"), "utf8")).network?.proxy ?? null;
  await card.getByText("None", { exact: true }).click();
  await card.getByText("None is used, by the setting").waitFor();
  expect(await saved()).toBe("none");
  expect(await address.count()).toBe(0);
  await card.getByText("Own address").click();
  for (const bad of ["socks5://proxy.example:1080", "no proxy at all"]) {
    await address.fill(bad);
    await address.press("Enter");
    await card.getByText("no address of a proxy of http or https").waitFor();
  }
  expect(await saved()).toBe("none");
  await address.fill("proxy.example:8080");
  await address.press("Enter");
  await card.getByText("asked through http://proxy.example:8080").waitFor();
  await card.getByText("From the environment").click();
  await card.getByText("None is used: neither").waitFor();
  expect(await saved()).toBeNull();
});
