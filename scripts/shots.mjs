// Pictures of every page and state of the window, light and dark, at three widths, from the real command.
//   npm run shots [-- --out DIR] [--against DIR] [--theme light|dark] [--only STATE]... [--check]
// Also tells what is wider than its place or does not come to rest: one line each, and exit status 1 when there is any.
// --check takes no pictures: it looks at each state with axe, and at ten sizes for what can be reached no more.
// Two runs of one code agree to the byte; --against tells which pictures an earlier run has otherwise.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { axeViolations } from "../test/support/axe.ts";
import { automationFiles } from "../test/support/shots/automation-files.mjs";
import { automationStates } from "../test/support/shots/automation-states.mjs";
import { differingPictures } from "../test/support/shots/differing.mjs";
import { mcpStates, shownServers } from "../test/support/shots/mcp-states.mjs";
import { findOverflow } from "../test/support/shots/overflow.mjs";
import { serveWindow } from "../test/support/shots/served-window.mjs";
import { settledPicture } from "../test/support/shots/settled-picture.mjs";
import { startShownEndpoints } from "../test/support/shots/shown-endpoints.mjs";
import { openStillPage, stillBrowser } from "../test/support/shots/still-page.ts";
import { stillTime } from "../test/support/shots/still-time.ts";
import { voiceStates } from "../test/support/shots/voice-states.mjs";
import { hovered, windowStates } from "../test/support/shots/window-states.mjs";
import { speechSettings } from "../test/support/transcription-endpoint.ts";
import { findMisfits } from "../test/support/window-fit.mjs";
import { buildIfStale } from "./build-if-stale.ts";
import { findBrowser } from "./find-browser.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string", default: "out/shots" },
    against: { type: "string" },
    theme: { type: "string", multiple: true, default: ["light", "dark"] },
    only: { type: "string", multiple: true },
    check: { type: "boolean", default: false },
  },
});
const sizes = [
  [1280, 800],
  [900, 700],
  [1680, 1000],
];
/** The last two are 1280 x 720 at 150 % and 200 %. */
const checkedSizes = [
  [360, 640],
  [480, 800],
  [640, 800],
  [800, 700],
  [900, 700],
  [1280, 800],
  [1680, 1000],
  [2560, 1300],
  [853, 480],
  [640, 360],
];
/** The same in each run, for it is shown; there is one run at a time. */
const user = join(tmpdir(), "perch-shots");
let problems = 0;
let taken = 0;
async function take(page, theme, state) {
  if (values.only !== undefined && !values.only.includes(state)) return;
  taken += 1;
  if (values.check) return check(page, theme, state);
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

async function check(page, theme, state) {
  const tell = (line) => {
    problems += 1;
    console.log(`${state} ${theme}: ${line}`);
  };
  for (const line of await axeViolations(page)) tell(line);
  if (theme === values.theme[0]) {
    for (const [width, height] of checkedSizes) {
      await page.setViewportSize({ width, height });
      for (const line of await lastingMisfits(page)) tell(`${width} x ${height}: ${line}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** What fits once its rows are measured anew is none. */
async function lastingMisfits(page) {
  const found = await page.evaluate(findMisfits);
  if (found.length === 0) return [];
  await page.waitForTimeout(1500);
  const later = await page.evaluate(findMisfits);
  return found.filter((line) => later.includes(line));
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
  await page.goto(new URL("#/automations", first.url).href);
  await page.getByRole("heading", { name: "Heartbeat" }).waitFor();
  await take(page, theme, "automations-empty");
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

/** What is done while nobody watches, in the home of somebody who has had it for a month. */
async function shootAutomations(page, theme, model) {
  const home = join(user, "automations");
  const served = await serveWindow(home, { ...model, heartbeat: { enabled: true } }, automationFiles(home, stillTime));
  await page.goto(served.url);
  await reachAll(page, theme, automationStates);
  await served.end();
}

/** One state after the other; one that cannot be reached is told, with a picture of where it ended. */
async function reachAll(page, theme, states) {
  for (const [state, reach] of Object.entries(states)) {
    try {
      await reach(page);
      await take(page, theme, state);
    } catch (cause) {
      problems += 1;
      const path = join(values.out, `${state}-${theme}-not-reached.png`);
      await page.screenshot({ path });
      console.log(`${state} ${theme}: ${cause.message.split("\n")[0]} (${path})`);
    }
  }
}

/** In a browser that has a microphone, which an address lets in once: at a home of its own. */
async function shootVoice(browser, theme, ear, config) {
  const page = await openStillPage(browser, theme);
  await page.context().grantPermissions(["microphone"]);
  const served = await serveWindow(join(user, "voice"), config);
  await page.goto(served.url);
  await reachAll(page, theme, voiceStates(ear));
  await page.context().close();
  await served.end();
}

async function shoot(browsers, theme, { endpoint, server, ear }) {
  rmSync(user, { recursive: true, force: true, maxRetries: 5 });
  const page = await openStillPage(browsers.pages, theme);
  page.on("pageerror", (error) => console.log(`${theme}: ${error.message}`));
  await shootFirstRun(page, theme, server);
  const model = {
    agents: { defaults: { model: "custom/scripted" }, titles: { enabled: false } },
    budgets: { month: { money: 10 }, day: { money: 2 }, chat: { money: 5 }, run: { tokens: 200_000 } },
  };
  const custom = { custom: { apiBase: endpoint.baseUrl, apiKey: "key" } };
  await shootAutomations(page, theme, { ...model, providers: custom });
  const { transcription, providers } = speechSettings(ear.baseUrl, { isAgreed: false, model: "whisper-large-v3" });
  await shootVoice(browsers.speech, theme, ear, { ...model, transcription, providers: { ...custom, ...providers } });
  const full = join(user, "full");
  const served = await serveWindow(full, {
    ...model,
    tools: { mcpServers: shownServers(full) },
    memory: { apply: "proposed" },
    transcription,
    providers: {
      ...custom,
      ollama: { apiBase: server.address("ollama") },
      openai: { apiBase: server.address("openai"), apiKey: "key", extraHeaders: { "OpenAI-Project": "tax" } },
      openrouter: { apiBase: server.address("openrouter"), apiKey: "key" },
      ...providers,
    },
  });
  await page.goto(served.url);
  await reachAll(page, theme, { ...windowStates, ...mcpStates(full) });
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
const launch = async (use) =>
  chromium.launch({
    executablePath: await findBrowser(use),
    args: ["--no-sandbox", "--use-fake-device-for-media-stream", ...stillBrowser],
  });
const browsers = { pages: await launch("pages"), speech: await launch("speech") };
for (const theme of values.theme) await shoot(browsers, theme, endpoints);
await Promise.all(Object.values(browsers).map((browser) => browser.close()));
await endpoints.close();
if (values.against !== undefined) for (const line of differingPictures(values.out, values.against)) console.log(line);
if (taken === 0)
  console.error(
    `There is no such state. There are: ${Object.keys({ ...windowStates, ...mcpStates(""), ...voiceStates(null), ...automationStates }).join(", ")}, and a few more.`,
  );
process.exitCode = problems === 0 && taken > 0 ? 0 : 1;
