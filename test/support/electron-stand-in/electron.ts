import { EventEmitter } from "node:events";
import type { Page } from "playwright-core";
import { appOrigin, BrowserWindow, closeBrowser, protocol, seen, windowsOpened } from "./browser-window.ts";
import { channels, contextBridge, ipcMain, ipcRenderer } from "./ipc.ts";
import type { AnswerMessage, Facts, Order, OrderMessage } from "./protocol.ts";

export { BrowserWindow, contextBridge, ipcMain, ipcRenderer, protocol };

type PermissionAnswer = (granted: boolean) => void;
interface PermissionDetails {
  readonly requestingUrl: string;
  readonly isMainFrame: boolean;
  readonly mediaTypes?: readonly string[];
  readonly mediaType?: string;
}
let onPermission:
  | ((contents: unknown, permission: string, answer: PermissionAnswer, details: PermissionDetails) => void)
  | null = null;
let checkPermission:
  | ((contents: unknown, permission: string, origin: string, details: PermissionDetails) => boolean)
  | null = null;

export const session = {
  defaultSession: {
    setPermissionRequestHandler: (handler: NonNullable<typeof onPermission>): void => {
      onPermission = handler;
    },
    setPermissionCheckHandler: (handler: NonNullable<typeof checkPermission>): void => {
      checkPermission = handler;
    },
  },
};

export const shell = {
  openExternal: async (): Promise<void> => undefined,
  openPath: async (): Promise<string> => "",
};

export const dialog = {
  showErrorBox: (title: string, content: string): void => void process.stderr.write(`${title}: ${content}\n`),
};

class App extends EventEmitter {
  requestSingleInstanceLock(): boolean {
    return true;
  }

  async whenReady(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  exit(code: number): void {
    void closeBrowser().finally(() => process.exit(code));
  }

  /** As Electron ends: `before-quit`, the windows close, `will-quit`, which may hold it up. */
  quit(): void {
    void this.#quit();
  }

  async #quit(): Promise<void> {
    this.emit("before-quit");
    for (const window of seen.windows.splice(0)) await (await window.page).close();
    let isPrevented = false;
    const preventDefault = (): void => {
      isPrevented = true;
    };
    this.emit("will-quit", { preventDefault });
    if (!isPrevented) this.exit(0);
  }
}

export const app = new App();
process.on("SIGTERM", () => app.quit());

async function openedWindow(): Promise<BrowserWindow> {
  const [window] = seen.windows;
  return window ?? new Promise((resolve) => windowsOpened.once("window", resolve));
}

function currentWindow(): BrowserWindow {
  const [window] = seen.windows;
  if (window === undefined) throw new Error("no window is open");
  return window;
}

async function carryOut(order: Order): Promise<unknown> {
  await openedWindow();
  switch (order.kind) {
    case "second-instance":
      return app.emit("second-instance");
    case "quit":
      return app.quit();
    case "permission":
      return askPermission(order);
    case "attach-webview":
      return isStopped("will-attach-webview");
    case "force-page":
      return currentWindow().force(order.url);
    case "facts":
      return factsOf(await currentWindow().page);
    default:
      return inPage(await currentWindow().page, order);
  }
}

type PageOrder = Extract<Order, { kind: "evaluate" | "wait" | "click" | "fill" | "press" }>;

async function inPage(page: Page, order: PageOrder): Promise<unknown> {
  switch (order.kind) {
    case "evaluate": {
      const frame = order.frame === "child" ? page.mainFrame().childFrames()[0] : page.mainFrame();
      if (frame === undefined) throw new Error("there is no child frame");
      return frame.evaluate(order.script);
    }
    case "wait":
      await page.waitForSelector(order.selector);
      return null;
    case "click":
      return page.click(order.selector);
    case "fill":
      return page.fill(order.selector, order.text);
    case "press":
      return page.press(order.selector, order.key);
  }
}

async function askPermission(order: Extract<Order, { kind: "permission" }>): Promise<unknown> {
  const { webContents } = currentWindow();
  const { name, url = `${appOrigin}/`, media = [], isMainFrame = true } = order;
  const [mediaType = "unknown"] = media;
  const requested = await new Promise<boolean>((resolve) => {
    if (onPermission === null) resolve(true);
    else onPermission(webContents, name, resolve, { requestingUrl: url, isMainFrame, mediaTypes: media });
  });
  const details = { requestingUrl: url, isMainFrame, mediaType };
  const checked = checkPermission === null || checkPermission(webContents, name, new URL(url).origin, details);
  return { requested, checked };
}

function isStopped(name: string): boolean {
  let isPrevented = false;
  const preventDefault = (): void => {
    isPrevented = true;
  };
  currentWindow().webContents.emit(name, { preventDefault });
  return isPrevented;
}

function factsOf(page: Page): Facts {
  const { schemes, focused, deniedWindows, stoppedNavigations } = seen;
  const { webPreferences } = currentWindow().options;
  const pages = page.context().pages().length;
  return {
    webPreferences,
    schemes,
    channels: channels(),
    focused,
    deniedWindows,
    stoppedNavigations,
    pages,
    url: page.url(),
  };
}

process.on("message", ({ id, order }: OrderMessage) => {
  const answer = (message: AnswerMessage): void => void process.send?.(message);
  carryOut(order).then(
    (value) => answer({ id, ok: true, value: value ?? null }),
    (cause: unknown) => answer({ id, ok: false, message: cause instanceof Error ? cause.message : String(cause) }),
  );
});
