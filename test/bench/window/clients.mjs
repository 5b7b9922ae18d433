import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { findBrowser } from "../../../scripts/find-browser.ts";
import { startEndpoint } from "../endpoint.mjs";
import { writePlainSession, writeSession } from "../session-fixture.mjs";
import { startBarePage } from "./bare-page.mjs";
import { pageProbe } from "./page-probe.mjs";

const command = fileURLToPath(new URL("../../../out/main/cli.js", import.meta.url));
const sizes = [20, 1000, 20_000];

/**
 * The two sides of the bench, each with a page of the same browser: `perch` is the built app behind `perch serve`,
 * `bare` the page of bare-page.mjs. `address` opens a session of so many messages, or a new chat without one; `fresh` one
 * of 1,000 messages that no run before this has written to.
 */
export async function openWindowBench(runs) {
  const folder = mkdtempSync(join(tmpdir(), "perch-bench-window-"));
  const endpoint = await startEndpoint(folder);
  const home = join(folder, "home");
  const sessionsFolder = join(home, "workspace", "sessions");
  mkdirSync(sessionsFolder, { recursive: true });
  const sessions = {};
  for (const size of sizes) {
    await writeSession(sessionsFolder, `desktop:bench-${size}`, size);
    sessions[size] = join(folder, `plain-${size}.jsonl`);
    writePlainSession(sessions[size], size);
  }
  for (let run = 0; run < runs; run += 1) await writeSession(sessionsFolder, `desktop:bench-fresh-${run}`, 1000);
  const barePage = await startBarePage({ sessions, endpoint: endpoint.url });
  const served = await serve(home, endpoint.url);
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ["--no-sandbox"] });
  const origin = new URL(served.url).origin;
  const perchAddress = (size) =>
    size === null ? `${origin}/#/chats` : `${origin}/#/chats/${encodeURIComponent(`desktop:bench-${size}`)}`;
  const bareAddress = (size) => (size === null ? barePage.url : `${barePage.url}?session=${size}`);
  const perch = {
    name: "perch",
    address: perchAddress,
    open: async () => openPage(browser, await served.freshUrl()),
    fresh: (run) => perchAddress(`fresh-${run}`),
  };
  const bare = {
    name: "bare",
    address: bareAddress,
    open: () => openPage(browser, barePage.url),
    fresh: () => `${bareAddress(1000)}&all`,
  };
  return {
    endpoint,
    agentPid: served.child.pid,
    perch,
    bare,
    async close() {
      await browser.close();
      barePage.stop();
      served.child.kill();
      endpoint.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The script of the endpoint's one model from now on. */
export async function script(endpoint, behaviour) {
  await fetch(new URL(`/__alias/echo/${behaviour}`, endpoint.url), { method: "POST" });
  await endpoint.reset();
}

async function openPage(browser, entry) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(pageProbe);
  const page = await context.newPage();
  await page.goto(entry);
  // The page first makes a key and shows it: one that is left before that is not known afterwards.
  await page.locator("textarea").first().waitFor();
  return page;
}

async function serve(home, endpoint) {
  const { PATH, LANG, TMPDIR } = process.env;
  const env = {
    PATH,
    LANG,
    TMPDIR,
    // The work folder of new chats lies below it, and may not lie in Perch's own.
    HOME: dirname(home),
    PERCH_HOME: home,
    PERCH_PROVIDERS__CUSTOM__APIBASE: endpoint,
    PERCH_AGENTS__DEFAULTS__MODEL: "custom/echo",
  };
  const start = async () => {
    const child = spawn(process.execPath, [command, "serve", "--json"], { env, stdio: ["ignore", "pipe", "inherit"] });
    const { url } = await new Promise((resolve, reject) => {
      createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line)));
      child.once("exit", (code) => reject(new Error(`perch serve ended with ${code}`)));
    });
    return { child, url };
  };
  /** An address lets one browser in; another command prints another address of the same agent. */
  const freshUrl = async () => {
    const { child, url } = await start();
    child.kill();
    return url;
  };
  return { ...(await start()), freshUrl };
}
