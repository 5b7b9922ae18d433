import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { it } from "vitest";
import { type BrowserUse, findBrowser } from "../../scripts/find-browser.ts";
import { type DevToolsBrowser, launchDevTools, startDesktopWindow } from "./desktop-window.ts";
import type { ServedHome } from "./served-home.ts";

/** What shows the window: `perch serve` to a browser, or the desktop app under the stand-in for Electron. */
type WindowHost = "served" | "desktop";

export const testedHost: WindowHost = process.env["PERCH_TESTED_HOST"] === "desktop" ? "desktop" : "served";

/** The keys of a new chat: a browser keeps those of the app for itself. */
export const newChatKeys = testedHost === "desktop" ? "Control+n" : "Alt+n";

/** A test of what only the served window has: an address, a line that breaks, a second page, an agent that is started anew. */
export const itServed: typeof it | ((name: string, ...rest: unknown[]) => void) =
  testedHost === "served" ? it : () => undefined;

interface ShownWindow {
  readonly theme: "light" | "dark";
  readonly use: BrowserUse;
  /** Runs in each page before its own scripts. */
  readonly script: string | null;
  readonly hasOwnClock: boolean;
  readonly onContext: ((context: BrowserContext) => Promise<void>) | undefined;
}

interface OpenedWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  openPage(): Promise<Page>;
  advance(ms: number): Promise<readonly number[]>;
  readonly problems: Problems;
}

interface Problems {
  readonly seen: string[];
  readonly allowed: RegExp[];
}

const size = { width: 1360, height: 860 };
/** A bound against hanging, not an expectation. */
const waitMs = 20_000;
/** The microphone is the browser's own, which beeps; a page still needs the permission for it. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--use-fake-device-for-media-stream",
];
const clipboard = ["clipboard-read", "clipboard-write"];

interface Launched {
  readonly served: Map<BrowserUse, Promise<Browser>>;
  readonly desktop: Map<BrowserUse, Promise<DevToolsBrowser>>;
}
const launched: Launched = { served: new Map(), desktop: new Map() };

export function sharedBrowser(use: BrowserUse = "pages"): Promise<Browser> {
  return shared(launched.served, use, async () =>
    chromium.launch({ executablePath: await findBrowser(use), args: flags }),
  );
}

/** One for all tests of a file. */
function shared<T>(browsers: Map<BrowserUse, Promise<T>>, use: BrowserUse, open: () => Promise<T>): Promise<T> {
  const known = browsers.get(use) ?? open();
  browsers.set(use, known);
  return known;
}

/** For `afterAll`. */
export async function closeBrowser(): Promise<void> {
  const browsers = [...launched.served.values(), ...launched.desktop.values()];
  launched.served.clear();
  launched.desktop.clear();
  await Promise.all(browsers.map(async (browser) => (await browser).close()));
}

export const openOn: Readonly<
  Record<WindowHost, (home: ServedHome, shown: ShownWindow, stack: AsyncDisposableStack) => Promise<OpenedWindow>>
> = { served: openServed, desktop: openDesktop };

async function openServed(home: ServedHome, shown: ShownWindow, stack: AsyncDisposableStack): Promise<OpenedWindow> {
  await home.start();
  const browser = await sharedBrowser(shown.use);
  const context = await browser.newContext({ colorScheme: shown.theme, reducedMotion: "reduce", viewport: size });
  stack.defer(() => context.close());
  await context.grantPermissions(clipboard);
  context.setDefaultTimeout(waitMs);
  const problems = watchProblems(context);
  if (shown.script !== null) await context.addInitScript(shown.script);
  await shown.onContext?.(context);
  const openPage = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(home.url);
    return page;
  };
  return { context, page: await openPage(), openPage, advance: home.advance, problems };
}

async function openDesktop(home: ServedHome, shown: ShownWindow, stack: AsyncDisposableStack): Promise<OpenedWindow> {
  const { theme, use, script, hasOwnClock, onContext } = shown;
  const browser = await shared(launched.desktop, use, () => launchDevTools(use, flags));
  const look = { colorScheme: theme, reducedMotion: "reduce", viewport: size, permissions: clipboard } as const;
  const given = { context: look, ...(script === null ? {} : { script }) };
  const started = await startDesktopWindow(
    { user: home.user, home: home.home, hasOwnClock },
    browser,
    given,
    onContext,
  );
  stack.defer(() => started.end());
  const context = started.page.context();
  context.setDefaultTimeout(waitMs);
  const openPage = (): Promise<Page> => Promise.reject(new Error("the desktop app has one window"));
  const { page, advance } = started;
  return { context, page, openPage, advance, problems: watchProblems(page) };
}

function watchProblems(shown: BrowserContext | Page): Problems {
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  const told = (error: Error) => seen.push(`page: ${error.stack ?? error.message}`);
  shown.on("console", (message) => {
    if (message.type() === "error") seen.push(`console: ${message.text()}`);
  });
  if ("goto" in shown) shown.on("pageerror", told);
  else shown.on("weberror", (error) => told(error.error()));
  return { seen, allowed };
}
