import { createRequire } from "node:module";
import { basename } from "node:path";
import type { Page } from "playwright-core";
import { app } from "./app.ts";
import { served } from "./browser.ts";
import { BrowserWindow, focusCount, startTimes, windowEvents } from "./browser-window.ts";
import { channels } from "./ipc.ts";
import { preventable } from "./machine.ts";
import { Menu, seenItems } from "./menu.ts";
import { Notification } from "./notification.ts";
import { askPermission } from "./permissions.ts";
import type { AnswerMessage, Facts, Order, OrderMessage, PageOrder } from "./protocol.ts";
import {
  answerDialogs,
  openedOutside,
  powerMonitor,
  pressShortcut,
  setBattery,
  shortcutsNow,
  shownDialogs,
} from "./system.ts";
import { Tray } from "./tray.ts";
import { utilityScripts } from "./utility-process.ts";
import { guarded } from "./web-contents.ts";

/** The bundles of the app are modules of Node's first kind, which all have one cache. */
const require = createRequire(import.meta.url);

/* What a test asks for is done here, as the system or a person would. */

/** The one that was opened with this number. A start that shows none has none. */
async function windowOf(index = 0): Promise<BrowserWindow> {
  for (;;) {
    const window = BrowserWindow.all[index];
    if (window !== undefined) return window;
    await new Promise((resolve) => windowEvents.once("window", resolve));
  }
}

async function carryOut(order: Order): Promise<unknown> {
  switch (order.kind) {
    case "facts":
      return factsNow();
    case "quit":
      return app.quit();
    case "permission":
      return askPermission(await windowOf(), order);
    case "attach-webview":
      return isStopped(await windowOf(), "will-attach-webview");
    case "force-page":
      return (await windowOf()).force(order.url);
    case "window":
      return actOn(await windowOf(order.window), order.act);
    case "move":
      return (await windowOf()).setBounds(order.bounds);
    case "context-menu":
      return (await windowOf()).webContents.emit("context-menu", {}, order.params);
    case "notification":
      return actOnNotification(order);
    default:
      return "selector" in order || order.kind === "evaluate" || order.kind === "screenshot"
        ? inPage(await (await windowOf(order.window)).page, order)
        : bySystem(order);
  }
}

type SystemOrder = Exclude<
  Order,
  | PageOrder
  | { kind: "facts" | "quit" | "permission" | "attach-webview" | "force-page" | "window" | "move" }
  | { kind: "context-menu" | "notification" }
>;

function bySystem(order: SystemOrder): unknown {
  switch (order.kind) {
    case "tray-click":
      return Tray.shown?.emit("click", {});
    case "shortcut":
      return pressShortcut(order.accelerator);
    case "open-url":
      return app.emit("open-url", preventable().event, order.url);
    case "activate":
      return app.emit("activate", {}, BrowserWindow.all.length > 0);
    case "power": {
      const { event, isPrevented } = preventable();
      powerMonitor.emit(order.event, event);
      return isPrevented();
    }
    case "session-end": {
      const [window] = BrowserWindow.all;
      window?.emit("query-session-end", preventable().event);
      return window?.emit("session-end", preventable().event);
    }
    case "battery":
      return setBattery(order.isOn);
    case "choose":
      return menuOf(order.menu)?.choose(order.label);
    case "answer-dialogs":
      return answerDialogs(order.button);
  }
}

function menuOf(name: Extract<Order, { kind: "choose" }>["menu"]): Menu | null | undefined {
  if (name === "tray") return Tray.shown?.menu;
  if (name === "dock") return app.dockMenu;
  return name === "app" ? Menu.application : Menu.poppedUp;
}

function actOn(window: BrowserWindow, act: Extract<Order, { kind: "window" }>["act"]): unknown {
  if (act === "crash") return window.webContents.crash("crashed");
  return act === "unresponsive" || act === "responsive" ? window.emit(act) : window[act]();
}

function actOnNotification(order: Extract<Order, { kind: "notification" }>): unknown {
  const notification = Notification.all[order.index];
  if (notification === undefined) throw new Error(`there is no notification ${order.index}`);
  switch (order.act) {
    case "action":
      return notification.emit("action", { actionIndex: order.button }, order.button);
    case "fail":
      return notification.emit("failed", {}, order.reason);
    case "close":
      return notification.close();
    default:
      return notification.emit(order.act, {});
  }
}

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
    case "screenshot":
      await page.screenshot({ path: order.path });
      return null;
  }
}

function isStopped({ webContents }: BrowserWindow, name: string): boolean {
  const { event, isPrevented } = preventable();
  webContents.emit(name, event);
  return isPrevented();
}

async function factsNow(): Promise<Facts> {
  const [window] = BrowserWindow.all;
  const page = await window?.page;
  const pages = page?.context().pages() ?? [];
  return {
    webPreferences: { ...window?.options.webPreferences },
    schemes: served.schemes,
    channels: channels(),
    loaded: Object.keys(require.cache).map((path) => basename(path)),
    untilPage: startTimes.page === null ? null : startTimes.page - startTimes.begun,
    focused: focusCount.value,
    ...guarded,
    pages: pages.filter((one) => one.url() !== "about:blank").length,
    url: page?.url() ?? "",
    windows: BrowserWindow.all.map((one) => one.seen()),
    tray: Tray.shown?.seen() ?? null,
    appMenu: seenItems(Menu.application),
    popup: seenItems(Menu.poppedUp),
    notifications: Notification.all.map((one) => one.seen()),
    badge: app.badge,
    timesHidden: app.timesHidden,
    dock: seenItems(app.dockMenu),
    tasks: app.tasks.map(({ title, arguments: words }) => ({ title, arguments: words })),
    shortcuts: shortcutsNow(),
    loginItem: app.loginItem === null ? null : { ...app.loginItem },
    protocolClients: app.protocolClients,
    dialogs: shownDialogs(),
    opened: openedOutside(),
    utilityScripts: [...utilityScripts],
  };
}

export function listenForOrders(): void {
  // Whoever orders is gone: also when a test hung and was killed.
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.on("message", ({ id, order }: Partial<OrderMessage>) => {
    // What a test sends to something else in this process.
    if (id === undefined || order === undefined) return;
    const answer = (message: AnswerMessage): void => void process.send?.(message);
    carryOut(order).then(
      (value) => answer({ id, ok: true, value: value ?? null }),
      (cause: unknown) => answer({ id, ok: false, message: cause instanceof Error ? cause.message : String(cause) }),
    );
  });
}
