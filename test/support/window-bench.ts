import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { BrowserUse } from "../../scripts/find-browser.ts";
import { type Script, type ScriptedEndpoint, startScriptedEndpoint } from "./scripted-endpoint.ts";
import { createServedHome, type ServedHome } from "./served-home.ts";
import { endpointSettings } from "./test-home.ts";
import { openOn, testedHost } from "./window-hosts.ts";

/** What answers in the window: rules, a script, or nothing yet (the first run). */
type Answers = "practice" | "none" | Script;

export interface BenchOptions {
  readonly answers?: Answers;
  /** More of config.json. */
  readonly settings?: object;
  /** Before the command starts. */
  readonly prepare?: (home: ServedHome) => Promise<void>;
  readonly theme?: "light" | "dark";
  /** How much of a turn is shown; the window's own default unless it says so. */
  readonly folding?: "result" | "steps" | "everything";
  /** Of the browser. */
  readonly use?: BrowserUse;
  /** The clock of the agent can be put on by `advance`. */
  readonly hasOwnClock?: boolean;
  /** Before the page opens. */
  readonly onContext?: (context: BrowserContext) => Promise<void>;
}

/** The window in a real browser, on the real command, on a home of its own. */
export interface WindowBench extends AsyncDisposable {
  readonly page: Page;
  readonly home: ServedHome;
  readonly endpoint: ScriptedEndpoint;
  readonly context: BrowserContext;
  /** A second window on the same agent. */
  openPage(): Promise<Page>;
  /** Puts the clock of the agent on; see `advance.ts`. */
  advance(ms: number): Promise<readonly number[]>;
  /** What the console may say without failing the test. */
  allow(pattern: RegExp): void;
}

function settingsFor(answers: Answers, baseUrl: string): object | null {
  if (answers === "none") return null;
  if (answers === "practice") return { agents: { defaults: { model: "practice/practice" } } };
  return endpointSettings(baseUrl);
}

/**
 * What Chromium says of requests while the agent is ended, killed or started again. Which of its `ERR_` names it takes (a refused, reset,
 * or not yet connected socket, an empty answer) depends on the moment; 401 is the answer to a page that a new agent does not know.
 */
export const agentAway = /WebSocket|net::ERR_|401/;

/** Opens the window; everything is closed with it, and an error in the page fails the test. */
export async function openWindow(options: BenchOptions = {}): Promise<WindowBench> {
  const {
    answers = "practice",
    settings,
    prepare,
    theme = "light",
    folding,
    use = "pages",
    hasOwnClock = false,
    onContext,
  } = options;
  await using stack = new AsyncDisposableStack();
  const endpoint = stack.use(await startScriptedEndpoint(typeof answers === "string" ? [] : answers));
  const home = stack.use(await createServedHome({ hasOwnClock }));
  const chosen = settingsFor(answers, endpoint.baseUrl);
  if (chosen !== null) await home.config({ ...chosen, ...settings });
  await prepare?.(home);
  const kept = folding === undefined ? null : JSON.stringify({ folding });
  const shown = { theme, use, script: kept === null ? null : keepPreferences(kept), hasOwnClock, onContext };
  const { problems, ...opened } = await openOn[testedHost](home, shown, stack);
  const held = stack.move();
  return {
    ...opened,
    home,
    endpoint,
    allow: (pattern) => void problems.allowed.push(pattern),
    async [Symbol.asyncDispose]() {
      await held.disposeAsync();
      const left = problems.seen.filter((line) => !problems.allowed.some((pattern) => pattern.test(line)));
      if (left.length > 0) throw new Error(`the page reported errors:\n${left.join("\n")}`);
    },
  };
}

const preferencesKey = "perch.preferences";

/** A page that is not there yet has no storage. */
function keepPreferences(kept: string): string {
  const write = `localStorage.getItem("${preferencesKey}") ?? localStorage.setItem("${preferencesKey}", '${kept}')`;
  return `if (self.origin !== "null") ${write}`;
}

/** Until the page has drawn what it was told before. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
}

/** Until the code of a page has come, with all that it needs: it is fetched once the window is drawn and quiet. */
export async function untilFetched(page: Page, place: string): Promise<void> {
  let before: readonly string[] = [];
  const isStill = async (): Promise<boolean> => {
    const names = await page.evaluate<string[]>(`performance.getEntriesByType("resource").map(({ name }) => name)`);
    const isSame = names.length === before.length;
    before = names;
    return isSame && names.some((name) => name.includes(`/${place}-`) && name.endsWith(".js"));
  };
  await expect.poll(isStill, { interval: 500 }).toBe(true);
}

export function composer(page: Page): Locator {
  return page.getByRole("textbox", { name: "Message", exact: true });
}

export async function say(page: Page, words: string): Promise<void> {
  await composer(page).fill(words);
  await composer(page).press("Enter");
}

export function messages(page: Page, from: "You" | "Perch"): Locator {
  return page.getByRole("log", { name: "Transcript" }).getByRole("article", { name: from, exact: true });
}

/** A message that is whole: its run is over. */
export function finished(page: Page, words: string | RegExp): Locator {
  return messages(page, "Perch").and(page.locator("[aria-busy=false]")).filter({ hasText: words });
}

export function step(page: Page, name: string | RegExp): Locator {
  return page.getByRole("group", { name });
}

export function approval(page: Page): Locator {
  return page.getByRole("group", { name: "Approval" });
}

/** Until a person could have read the request that has just come: no key decides it before. */
export async function untilReadable(page: Page): Promise<void> {
  await approval(page).first().waitFor();
  await page.waitForTimeout(600);
}

export function button(scope: Page | Locator, name: string): Locator {
  return scope.getByRole("button", { name, exact: true });
}

export async function goTo(page: Page, place: string): Promise<void> {
  // The rail says how much waits there.
  await page.getByRole("link", { name: new RegExp(`^${place}(, \\d+ waiting)?$`) }).click();
}

export function chatRow(page: Page, title: string | RegExp): Locator {
  return page.getByRole("list", { name: "Chats" }).getByRole("link").filter({ hasText: title });
}

export async function gone(locator: Locator): Promise<void> {
  await locator.waitFor({ state: "hidden" });
}

export { createGate, type Gate } from "./gate.ts";
export { closeBrowser, itServed, sharedBrowser } from "./window-hosts.ts";
