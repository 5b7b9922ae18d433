import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { type BrowserUse, findBrowser } from "../../scripts/find-browser.ts";
import { advance, ownClock } from "./advance.ts";
import type { SharedBrowser, StandInMachine } from "./electron-stand-in/protocol.ts";
import { portOf } from "./port-of.ts";

const root = join(import.meta.dirname, "../..");
const register = join(import.meta.dirname, "electron-stand-in/register.ts");

/** A browser that the desktop app opens its windows in, and whose pages a test can act on. */
export interface DevToolsBrowser {
  readonly endpoint: string;
  close(): Promise<void>;
}

export async function launchDevTools(use: BrowserUse, args: readonly string[]): Promise<DevToolsBrowser> {
  const port = await freePort();
  const executablePath = await findBrowser(use);
  const browser = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${port}`] });
  return { endpoint: `http://127.0.0.1:${port}`, close: () => browser.close() };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  server.close();
  await once(server, "close");
  return port;
}

interface DesktopWindow {
  readonly page: Page;
  advance(ms: number): Promise<readonly number[]>;
  end(): Promise<void>;
}

/** The built desktop app under the stand-in for Electron, with its window as a page of the test. */
export async function startDesktopWindow(
  given: { readonly user: string; readonly home: string; readonly hasOwnClock: boolean },
  browser: DevToolsBrowser,
  shared: Omit<SharedBrowser, "endpoint">,
  onContext: ((context: BrowserContext) => Promise<void>) | undefined,
): Promise<DesktopWindow> {
  const machine: StandInMachine = { browser: { endpoint: browser.endpoint, ...shared } };
  // Of all pages, whoever opened them.
  const seen = await chromium.connectOverCDP(browser.endpoint);
  const [context] = seen.contexts();
  if (context === undefined) throw new Error("the browser has no context");
  await onContext?.(context);
  const opened = context.waitForEvent("page");
  const child: ChildProcess = spawn(process.execPath, ["--import", register, join(root, "out/main/desktop.js")], {
    cwd: given.user,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: given.user,
      USERPROFILE: given.user,
      PERCH_HOME: given.home,
      PERCH_SECRETS: "file",
      STAND_IN_MACHINE: JSON.stringify(machine),
      ...(given.hasOwnClock ? { NODE_OPTIONS: ownClock } : {}),
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const page = await Promise.race([opened, ended.then(() => null)]);
  if (page === null) throw new Error(`the desktop app ended with ${child.exitCode} before it had a window`);
  return {
    page,
    advance: (ms) => advance(child, ms),
    async end() {
      if (child.exitCode === null) child.kill("SIGTERM");
      await ended;
      await seen.close();
    },
  };
}
