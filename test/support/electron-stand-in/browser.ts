import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { findBrowser } from "../../../scripts/find-browser.ts";
import { machine } from "./machine.ts";

/** Where the pages of `app://perch` lie for the browser: a secure origin that nobody can reach. */
export const pagesOrigin = "https://perch.invalid";
export const appOrigin = "app://perch";

type PageHandler = (request: globalThis.Request) => Promise<Response>;

const profile = mkdtempSync(join(tmpdir(), "perch-stand-in-"));
let context: Promise<BrowserContext> | null = null;

export const served = {
  pages: null as PageHandler | null,
  /** A page of somebody else, which no guard stops. */
  forced: null as string | null,
  schemes: [] as { readonly scheme: string; readonly privileges: Readonly<Record<string, unknown>> }[],
};

export const protocol = {
  registerSchemesAsPrivileged: (schemes: typeof served.schemes): void => void served.schemes.push(...schemes),
  handle: (_scheme: string, handler: PageHandler): void => {
    served.pages = handler;
  },
};

/** A context of the browser that the test shares, or a browser of its own. */
async function openContext(): Promise<BrowserContext> {
  const { browser } = machine;
  if (browser === undefined) return launch();
  const { permissions, ...look } = browser.context;
  const shared = await chromium.connectOverCDP(browser.endpoint);
  const opened = await shared.newContext({ ...look, permissions: [...permissions] });
  if (browser.script !== undefined) await opened.addInitScript(browser.script);
  return opened;
}

async function launch(): Promise<BrowserContext> {
  // The machine of the test may be another one than this.
  const executablePath = process.env["STAND_IN_BROWSER"] ?? (await findBrowser());
  const args = ["--no-sandbox", "--disable-gpu"];
  return chromium.launchPersistentContext(profile, { executablePath, args, viewport: { width: 1280, height: 800 } });
}

/** The page that the browser begins with stays empty: without it the last window would end the browser. */
export async function newPage(): Promise<Page> {
  context ??= openContext();
  return (await context).newPage();
}

export async function closeBrowser(): Promise<void> {
  await (await context)?.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
