// Pictures of every page and state of the window, light and dark, at three widths, from the real command.
//   npm run shots [-- --out DIR] [--theme light|dark] [--only STATE]...
// Also tells what is wider than its place: one line each, and exit status 1 when there is any.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { ledgerFiles } from "../test/support/ledger.ts";
import { startProviderServer } from "../test/support/provider-server.ts";
import { startCommand } from "../test/support/run-command.ts";
import { startScriptedEndpoint } from "../test/support/scripted-endpoint.ts";
import { replyTo, sessionFiles } from "../test/support/shots/chats.mjs";
import { mcpStates, shownServers } from "../test/support/shots/mcp-states.mjs";
import { monthOfCalls } from "../test/support/shots/month.ts";
import { slopes } from "../test/support/shots/picture.mjs";
import { servedProviders } from "../test/support/shots/served-providers.ts";
import { buildIfStale } from "./build-if-stale.ts";
import { findBrowser } from "./find-browser.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string", default: "out/shots" },
    theme: { type: "string", multiple: true, default: ["light", "dark"] },
    only: { type: "string", multiple: true },
  },
});
const sizes = [
  [1280, 800],
  [900, 700],
  [1680, 1000],
];
const composer = "textarea[data-composer]";
const isMac = process.platform === "darwin";
const mod = isMac ? "Meta" : "Control";

/** In order: some states follow from the one before. Each leaves the page as it shall be seen. */
const states = {
  "new-chat": (page) => starters(page).waitFor(),
  chat: async (page) => {
    await open(page, "#/chats/desktop%3Ashowcase");
    await page.getByText("pasted key with its middle removed").waitFor();
  },
  "chat-top": async (page) => {
    await page.getByRole("log", { name: "Transcript" }).hover();
    await page.mouse.wheel(0, -100_000);
    await page.getByText("Sort last year's receipts by month, and").waitFor();
  },
  "chat-steps-open": async (page) => {
    await page
      .getByRole("group", { name: /edit_file/ })
      .getByRole("button")
      .first()
      .click();
    await page.getByText("Bakery am Markt").first().waitFor();
  },
  "inspector-files": async (page) => {
    await page.keyboard.press(`Alt+${mod}+b`);
    await page.getByRole("tree", { name: "Files" }).waitFor();
  },
  "inspector-run": (page) => page.getByRole("tab", { name: "Run" }).click(),
  "inspector-context": (page) => page.getByRole("tab", { name: "Context" }).click(),
  running: async (page) => {
    await page.keyboard.press(`Alt+${mod}+b`);
    await newChat(page, "Look through all receipts and tell me what is odd");
    await page.getByText("twelve").waitFor();
    for (const words of [
      "Then sort them by shop",
      "And write to me when a sum is above 500 €, with the shop and the day it was paid",
    ]) {
      await page.locator(composer).fill(words);
      await page.keyboard.press(`Shift+${mod}+Enter`);
      await page.getByText(words).last().waitFor();
    }
  },
  retry: async (page) => {
    await newChat(page, "Is it crowded there?");
    await page.getByRole("timer").waitFor();
  },
  rich: async (page) => {
    await newChat(page, Array.from({ length: 30 }, (_, line) => `A rich answer, please: line ${line}`).join("\n"));
    await page.getByRole("img", { name: "Diagram" }).waitFor();
    await page.getByRole("button", { name: "Enlarge The hill" }).waitFor();
  },
  "rich-top": async (page) => {
    await page.getByRole("log", { name: "Transcript" }).hover();
    await page.mouse.wheel(0, -100_000);
    await page.getByRole("button", { name: "Show all" }).waitFor();
  },
  picture: async (page) => {
    await page.mouse.wheel(0, 100_000);
    await page.getByRole("button", { name: "Enlarge The hill" }).click();
    await page.getByRole("dialog", { name: "The hill" }).waitFor();
  },
  approval: async (page) => {
    await page.keyboard.press("Escape");
    await newChat(page, "Write a summary of the receipts");
    await page.getByRole("group", { name: "Approval" }).waitFor();
  },
  failed: async (page) => {
    await newChat(page, "This will be refused");
    await page.locator("article [data-error]").first().waitFor();
  },
  "budget-warning": async (page) => {
    await setBudget(page, "Each chat, Tokens", "8000");
    await newChat(page, "Is this cheap?");
    await page.locator("[data-budget-line]").waitFor();
  },
  "budget-stop": async (page) => {
    await page.locator(composer).fill("And this?");
    await page.locator(composer).press("Enter");
    await page.getByRole("group", { name: "Budget used up" }).waitFor();
    await setBudget(page, "Each chat, Tokens", "");
    await page.goBack();
    await page.getByRole("group", { name: "Budget used up" }).waitFor();
    await page.locator("[data-notice]").waitFor({ state: "hidden" });
  },
  "inbox-full": async (page) => {
    await open(page, "#/inbox");
    await page.getByRole("group", { name: "Approval" }).waitFor();
  },
  "inbox-empty": async (page) => {
    await page.getByRole("button", { name: "Deny" }).first().click();
    await page.getByRole("group", { name: "Approval" }).waitFor({ state: "hidden" });
  },
  knowledge: async (page) => {
    await open(page, "#/knowledge/memory%2FMEMORY.md");
    await page.locator(".monaco-editor").first().waitFor();
  },
  settings: (page) => open(page, "#/settings"),
  automations: (page) => open(page, "#/automations"),
  connections: async (page) => {
    await open(page, "#/connections/ollama");
    await page.getByRole("button", { name: "Use gemma3:4b" }).waitFor();
    await page.getByRole("button", { name: "Make qwen3:8b a favourite" }).click();
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("It calls tools.").waitFor();
  },
  "connections-models": async (page) => {
    await open(page, "#/connections/openai");
    await page.getByText("gpt-5-mini").first().waitFor();
    await page.getByRole("button", { name: "Use gpt-5-mini" }).click();
    await page.getByRole("menuitem", { name: "Use as fallback" }).click();
    await page.getByText("Fallback", { exact: true }).waitFor();
  },
  "connections-refused": async (page) => {
    await open(page, "#/connections/openrouter");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByRole("alert").first().waitFor();
  },
  "connections-no-key": async (page) => {
    await open(page, "#/connections/anthropic");
    await page.getByText("needs a key").waitFor();
  },
  "connections-not-running": async (page) => {
    await open(page, "#/connections/jan");
    await page.getByText("does not answer at").waitFor();
  },
  "connections-list": async (page) => {
    await page.getByRole("button", { name: "Close the right column" }).click();
    await page.getByRole("button", { name: "Show settings" }).waitFor();
  },
  "connection-remove": async (page) => {
    await open(page, "#/connections/custom");
    await page.getByRole("button", { name: "Show settings" }).click();
    await page.getByRole("button", { name: "Remove…" }).click();
    await page.getByRole("combobox", { name: "Model of new chats" }).waitFor();
  },
  "connection-add": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.setViewportSize({ width: 1680, height: 1000 });
    await page.getByRole("button", { name: "Add connection" }).click();
    await page.getByLabel("Key", { exact: true }).fill("sk-or-v1-0123456789abcdef");
    await page.getByText("A key of OpenRouter.").waitFor();
    await page.getByText("How to start").first().waitFor();
  },
  "model-menu": async (page) => {
    await page.keyboard.press("Escape");
    await open(page, "#/chats/desktop%3Ashowcase");
    await page.getByRole("button", { name: /^Model: / }).click();
    await page.getByText("Favourites").waitFor();
  },
  usage: async (page) => {
    await open(page, "#/usage");
    await page.getByRole("listbox", { name: /^Tokens by day/ }).waitFor();
  },
  "usage-day": async (page) => {
    await page.getByRole("button", { name: "Chat", exact: true }).click();
    await page.getByRole("button", { name: "Day", exact: true }).click();
    await page.getByRole("option").nth(2).hover();
  },
  "usage-empty": async (page) => {
    await page.getByRole("button", { name: "Month", exact: true }).click();
    await page.getByRole("button", { name: "Model", exact: true }).click();
    for (let back = 0; back < 3; back += 1) await page.getByRole("button", { name: "Earlier" }).click();
    await page.getByText("Nothing was used here").waitFor();
  },
  limits: async (page) => {
    for (let back = 0; back < 3; back += 1) await page.getByRole("button", { name: "Later" }).click();
    await page.getByRole("listbox", { name: /^Tokens by day/ }).waitFor();
    await page.getByRole("button", { name: "Change limits…" }).click();
    await page.getByRole("textbox", { name: "Each day, Tokens" }).fill("many");
  },
  prices: async (page) => {
    await page.getByRole("dialog").getByRole("button", { name: "Prices" }).click();
    await page.getByText("from the table").first().waitFor();
  },
  palette: async (page) => {
    await page.keyboard.press("Escape");
    await open(page, "#/chats/desktop%3Ashowcase");
    await page.keyboard.press(`${mod}+k`);
    await page.getByRole("dialog").waitFor();
  },
  keyboard: async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.keyboard.press(`${mod}+/`);
    await page.getByRole("dialog").waitFor();
  },
};

/** What a new chat offers. */
function starters(page) {
  return page.getByRole("heading", { name: "What shall we do?" });
}

async function open(page, hash) {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

async function setBudget(page, name, limit) {
  await open(page, "#/usage");
  await page.getByRole("button", { name: "Change limits…" }).click();
  await page.getByRole("textbox", { name }).fill(limit);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

async function newChat(page, words) {
  await open(page, "#/chats");
  await page.getByRole("button", { name: "New chat" }).first().click();
  await starters(page).waitFor();
  await page.locator(composer).fill(words);
  await page.locator(composer).press("Enter");
}

/** What sticks out of the page or of its own box, at the width of now. */
function findOverflow() {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page");
  for (const element of document.querySelectorAll("body *")) {
    const { overflowX, position } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (box.width === 0 || element.closest(".monaco-editor, .screen-reader, svg") !== null) continue;
    const name = `${element.tagName.toLowerCase()}.${String(element.className).split(" ").join(".")}`;
    if (box.right > innerWidth + 1 && position !== "fixed" && element.closest("pre, table") === null) {
      const scrolls = element.parentElement?.closest("[class]");
      if (scrolls !== null && getComputedStyle(scrolls).overflowX === "visible")
        found.push(`${name} leaves the window`);
    }
    const wider = element.scrollWidth - element.clientWidth;
    // A step's hover and the bird on the composer reach out of their boxes on purpose.
    const isMeant = element.matches("article, [data-reaches-out]") && wider < 16;
    const { display } = getComputedStyle(element);
    if (overflowX === "visible" && wider > 1 && element.clientWidth > 0 && display !== "inline" && !isMeant)
      found.push(`${name} is ${wider} px wider than its box`);
  }
  return [...new Set(found)].slice(0, 8);
}

let problems = 0;
let taken = 0;
async function take(page, theme, state) {
  if (values.only !== undefined && !values.only.includes(state)) return;
  taken += 1;
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.screenshot({ path: join(values.out, `${state}-${theme}-${width}.png`), animations: "disabled" });
    for (const line of await page.evaluate(findOverflow)) {
      problems += 1;
      console.log(`${state} ${theme} ${width}: ${line}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function serve(user, config) {
  const home = join(user, ".perch");
  mkdirSync(join(user, "Assistant", "receipts"), { recursive: true });
  mkdirSync(join(home, "workspace", "sessions"), { recursive: true });
  for (const name of [
    "index.csv",
    "2025-01-04_bakery.pdf",
    "a-very-long-file-name-that-does-not-fit-into-the-inspector-at-all.txt",
  ]) {
    writeFileSync(join(user, "Assistant", "receipts", name), "date,shop,amount\n");
  }
  writeFileSync(join(user, "Assistant", "receipts", "hill.png"), slopes());
  writeFileSync(join(user, "Assistant", "notes.md"), "# Notes\n");
  if (config !== null) {
    writeFileSync(join(home, "config.json"), JSON.stringify(config));
    for (const [name, lines] of sessionFiles(Date.now()))
      writeFileSync(join(home, "workspace", "sessions", name), lines);
    mkdirSync(join(home, "ledger"));
    for (const [path, lines] of ledgerFiles(monthOfCalls(Date.now()))) writeFileSync(join(user, path), lines);
  }
  const env = { HOME: user, USERPROFILE: user, PERCH_HOME: home };
  const child = startCommand({ home, args: ["serve", "--json"], env });
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`perch serve ended with ${code}`)));
  });
  return { child, url: JSON.parse(line).url };
}

async function shoot(browser, theme, { endpoint, server }) {
  const user = mkdtempSync(join(tmpdir(), "perch-shots-"));
  const context = await browser.newContext({
    colorScheme: theme,
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 800 },
  });
  context.setDefaultTimeout(8000);
  const page = await context.newPage();
  page.on("pageerror", (error) => console.log(`${theme}: ${error.message}`));
  const first = await serve(join(user, "first"), null);
  await page.goto(first.url);
  await page.getByRole("heading", { name: "Choose a model" }).waitFor();
  await take(page, theme, "first-run");
  await page.getByRole("textbox", { name: "Key" }).fill("sk-0123456789abcdef");
  await page.getByText("It may be a key of OpenAI").waitFor();
  await take(page, theme, "first-run-key");
  first.child.kill();
  const model = {
    agents: { defaults: { model: "custom/scripted" } },
    budgets: { month: { money: 10 }, day: { money: 2 }, chat: { money: 5 }, run: { tokens: 200_000 } },
  };
  const full = join(user, "full");
  const served = await serve(full, {
    ...model,
    tools: { mcpServers: shownServers(full) },
    providers: {
      custom: { apiBase: endpoint.baseUrl, apiKey: "key" },
      ollama: { apiBase: server.address("ollama") },
      openai: { apiBase: server.address("openai"), apiKey: "key", extraHeaders: { "OpenAI-Project": "tax" } },
      openrouter: { apiBase: server.address("openrouter"), apiKey: "key" },
    },
  });
  await page.goto(served.url);
  for (const [state, reach] of Object.entries({ ...states, ...mcpStates(full) })) {
    try {
      await reach(page);
      await take(page, theme, state);
    } catch (cause) {
      problems += 1;
      console.log(`${state} ${theme}: ${cause.message.split("\n")[0]}`);
    }
  }
  await page.keyboard.press("Escape");
  const ended = new Promise((resolve) => served.child.once("exit", resolve));
  served.child.kill();
  await ended;
  await page
    .getByRole("alert")
    .first()
    .waitFor()
    .catch(() => {
      problems += 1;
      console.log(`${theme}: no word of the lost connection`);
    });
  await take(page, theme, "connection-lost");
  await context.close();
  rmSync(user, { recursive: true, force: true, maxRetries: 5 });
}

await buildIfStale();
mkdirSync(values.out, { recursive: true });
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ["--no-sandbox"] });
const endpoint = await startScriptedEndpoint(replyTo);
const server = await startProviderServer(servedProviders);
for (const theme of values.theme) await shoot(browser, theme, { endpoint, server });
await browser.close();
await endpoint.close();
await server.close();
if (taken === 0)
  console.error(
    `There is no such state. There are: ${Object.keys({ ...states, ...mcpStates("") }).join(", ")}, and a few more.`,
  );
process.exitCode = problems === 0 && taken > 0 ? 0 : 1;
