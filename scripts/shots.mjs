// Pictures of every page and state of the window, light and dark, at three widths, from the real command.
//   npm run shots [-- --out DIR] [--against DIR] [--theme light|dark] [--only STATE]...
// Also tells what is wider than its place or does not come to rest: one line each, and exit status 1 when there is any.
// Two runs of one code agree to the byte; --against tells which pictures an earlier run has otherwise.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { differingPictures } from "../test/support/shots/differing.mjs";
import { mcpStates, shownServers } from "../test/support/shots/mcp-states.mjs";
import { serveWindow } from "../test/support/shots/served-window.mjs";
import { settledPicture } from "../test/support/shots/settled-picture.mjs";
import { startShownEndpoints } from "../test/support/shots/shown-endpoints.mjs";
import { openStillPage, stillBrowser } from "../test/support/shots/still-page.ts";
import { voiceStates } from "../test/support/shots/voice-states.mjs";
import { speechSettings } from "../test/support/transcription-endpoint.ts";
import { buildIfStale } from "./build-if-stale.ts";
import { findBrowser } from "./find-browser.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string", default: "out/shots" },
    against: { type: "string" },
    theme: { type: "string", multiple: true, default: ["light", "dark"] },
    only: { type: "string", multiple: true },
  },
});
const sizes = [
  [1280, 800],
  [900, 700],
  [1680, 1000],
];
/** The same in each run, for it is shown; there is one run at a time. */
const user = join(tmpdir(), "perch-shots");
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
  "density-result": (page) => setFolding(page, "Result"),
  "density-everything": (page) => setFolding(page, "Everything"),
  "density-steps": (page) => setFolding(page, "Steps"),
  "chat-steps-grouped": async (page) => {
    await page.getByRole("group", { name: "Read 2 files" }).getByRole("button").first().click();
    await page.getByRole("group", { name: "read_file receipts/index.csv" }).waitFor();
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
    await setFolding(page, "Result");
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
      await page.locator(`${composer}:placeholder-shown`).waitFor();
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
  "approval-burst": async (page) => {
    await newChat(page, "Write three lists");
    await page.getByRole("button", { name: /^Allow all 3/ }).waitFor();
  },
  "approval-command": async (page) => {
    await newChat(page, "Publish the site");
    await page.getByRole("heading", { name: /^Run curl, sh, git add, git push/ }).waitFor();
  },
  thinking: async (page) => {
    await newChat(page, "Think about it");
    await page.getByText("Then I should compare them.").waitFor();
  },
  stopped: async (page) => {
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByText(/^Stopped by you/).waitFor();
  },
  denied: async (page) => {
    await newChat(page, "Write a summary of the receipts");
    await page.getByRole("group", { name: "Approval" }).getByRole("textbox").fill("Not now");
    await page.getByRole("button", { name: "Deny", exact: true }).click();
    await page.getByText("The summary is written.").last().waitFor();
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
    await page.getByRole("group", { name: "Approval" }).first().waitFor();
  },
  "inbox-empty": async (page) => {
    await page.getByRole("button", { name: /^Deny all 3/ }).click();
    for (let left = 2; left > 0; left -= 1) {
      await page
        .getByRole("button", { name: "Deny", exact: true })
        .nth(left - 1)
        .click();
    }
    await page.getByText("Nothing waits for you").waitFor();
  },
  knowledge: async (page) => {
    await open(page, "#/knowledge/memory%2FMEMORY.md");
    await page.locator(".monaco-editor").first().waitFor();
  },
  settings: (page) => open(page, "#/settings"),
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
  "palette-found": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.keyboard.press(`${mod}+k`);
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("re");
    await page.getByRole("option").first().waitFor();
  },
  "mode-menu": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: /^Mode: / }).click();
    await page.getByRole("menuitemradio").first().waitFor();
  },
  mention: async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("menuitemradio").first().waitFor({ state: "hidden" });
    await page.locator(composer).fill("");
    await page.locator(composer).pressSequentially("@");
    await page.getByRole("option").first().waitFor();
  },
  find: async (page) => {
    await page.locator(composer).fill("");
    await page.keyboard.press(`${mod}+f`);
    await page.keyboard.type("the");
    await page.getByText(/^\d+ of \d+$/).waitFor();
  },
  "row-menu": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("list", { name: "Chats" }).getByRole("link").nth(1).click({ button: "right" });
    await page.getByRole("menuitem").first().waitFor();
  },
  trash: async (page) => {
    await page.keyboard.press("Escape");
    await page.locator("a[data-key]").last().click({ button: "right" });
    await page.getByRole("menuitem", { name: "Move to trash" }).click();
    await page.getByRole("button", { name: /^Shown chats/ }).click();
    await page.getByRole("menuitemradio", { name: "Trash" }).click();
    await page.getByRole("list", { name: "Trash" }).waitFor();
  },
};

/** What the pointer lies on in states that are about it. */
const hovered = { "usage-day": (page) => page.getByRole("option").nth(2) };

/** What a new chat offers. */
function starters(page) {
  return page.getByRole("heading", { name: "What shall we do?" });
}

async function open(page, hash) {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

/** How much of a turn is shown, in the long chat. */
async function setFolding(page, name) {
  await open(page, "#/settings");
  await page.getByRole("button", { name, exact: true }).click();
  await open(page, "#/chats/desktop%3Ashowcase");
  await page.getByText("Sort last year's receipts by month, and").waitFor({ state: "attached" });
  await page.getByRole("log", { name: "Transcript" }).hover();
  await page.mouse.wheel(0, -100_000);
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
    const path = join(values.out, `${state}-${theme}-${width}.png`);
    const isSettled = await settledPicture(page, path, hovered[state]?.(page));
    const odd = isSettled ? [] : ["it does not come to rest"];
    for (const line of [...odd, ...(await page.evaluate(findOverflow))]) {
      problems += 1;
      console.log(`${state} ${theme} ${width}: ${line}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Nothing found and a key refused, the first chat, and a server that was found. */
async function shootFirstRun(page, theme, server) {
  const first = await serveWindow(join(user, "first"), null);
  await page.goto(first.url);
  await page.getByRole("heading", { name: "Choose a model" }).waitFor();
  await take(page, theme, "first-run");
  await page.getByRole("textbox", { name: "Key" }).fill("sk-0123456789abcdef");
  await page.getByText("It may be a key of OpenAI").waitFor();
  await take(page, theme, "first-run-key");
  await page.getByRole("textbox", { name: "Key" }).fill(server.address("openrouter"));
  await page.getByRole("textbox", { name: "Key" }).fill("sk-0123456789abcdef");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByRole("button", { name: "Enter another key" }).waitFor();
  await take(page, theme, "first-run-refused");
  await page.getByRole("button", { name: "Look around without a model" }).click();
  await page.getByRole("button", { name: /^Make a plan/ }).waitFor();
  await take(page, theme, "starters");
  await first.end();
  const local = { apiBase: server.address("ollama"), models: ["qwen3:8b", "gemma3:4b"] };
  // Without a chat: whoever has one is shown the window.
  mkdirSync(join(user, "found", ".perch"), { recursive: true });
  writeFileSync(join(user, "found", ".perch", "config.json"), JSON.stringify({ providers: { ollama: local } }));
  const found = await serveWindow(join(user, "found"), null);
  await page.goto(found.url);
  await page.getByRole("radio", { name: /Ollama/ }).waitFor();
  await page.getByRole("button", { name: /^Other apps/ }).click();
  await take(page, theme, "first-run-found");
  await found.end();
}

async function shoot(browser, theme, { endpoint, server, ear }) {
  rmSync(user, { recursive: true, force: true, maxRetries: 5 });
  const page = await openStillPage(browser, theme);
  await page.context().grantPermissions(["microphone"]);
  page.on("pageerror", (error) => console.log(`${theme}: ${error.message}`));
  await shootFirstRun(page, theme, server);
  const model = {
    agents: { defaults: { model: "custom/scripted" } },
    budgets: { month: { money: 10 }, day: { money: 2 }, chat: { money: 5 }, run: { tokens: 200_000 } },
  };
  const full = join(user, "full");
  const speech = speechSettings(ear.baseUrl, { isAgreed: false, model: "whisper-large-v3" });
  const served = await serveWindow(full, {
    ...model,
    tools: { mcpServers: shownServers(full) },
    transcription: speech.transcription,
    providers: {
      custom: { apiBase: endpoint.baseUrl, apiKey: "key" },
      ollama: { apiBase: server.address("ollama") },
      openai: { apiBase: server.address("openai"), apiKey: "key", extraHeaders: { "OpenAI-Project": "tax" } },
      openrouter: { apiBase: server.address("openrouter"), apiKey: "key" },
      ...speech.providers,
    },
  });
  await page.goto(served.url);
  for (const [state, reach] of Object.entries({ ...states, ...mcpStates(full), ...voiceStates(ear) })) {
    try {
      await reach(page);
      await take(page, theme, state);
    } catch (cause) {
      problems += 1;
      console.log(`${state} ${theme}: ${cause.message.split("\n")[0]}`);
    }
  }
  await page.keyboard.press("Escape");
  await served.end();
  await page
    .getByRole("alert")
    .first()
    .waitFor()
    .catch(() => {
      problems += 1;
      console.log(`${theme}: no word of the lost connection`);
    });
  await take(page, theme, "connection-lost");
  await page.context().close();
  rmSync(user, { recursive: true, force: true, maxRetries: 5 });
}

await buildIfStale();
mkdirSync(values.out, { recursive: true });
const endpoints = await startShownEndpoints();
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ["--no-sandbox", "--use-fake-device-for-media-stream", ...stillBrowser],
});
for (const theme of values.theme) await shoot(browser, theme, endpoints);
await browser.close();
await endpoints.close();
if (values.against !== undefined) for (const line of differingPictures(values.out, values.against)) console.log(line);
if (taken === 0)
  console.error(
    `There is no such state. There are: ${Object.keys({ ...states, ...mcpStates(""), ...voiceStates(null) }).join(", ")}, and a few more.`,
  );
process.exitCode = problems === 0 && taken > 0 ? 0 : 1;
