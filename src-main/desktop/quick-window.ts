import { app, BrowserWindow, screen } from "electron";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Host } from "../host.ts";
import { text } from "../words.ts";
import { quickAddress } from "./app-pages.ts";
import { keepAtHome, pagePreferences } from "./page-window.ts";
import { fitHeight, placeQuickAsk } from "./quick-place.ts";

interface QuickParts {
  readonly host: Pick<Host, "platform" | "setTimer" | "log">;
  readonly preload: string;
  readonly onCreate: (window: BrowserWindow) => void;
  readonly openChat: (key: SessionKey) => void;
}

/** The small window for one question, in front of whatever the person does. */
export interface QuickWindow {
  /** Shows it, or puts it away where the person looks at it. */
  toggle(): void;
  close(): void;
  /** The page is so high, in points. */
  fit(height: number): void;
  openChat(key: SessionKey): void;
  /** Its page says which chat it shows from now on. */
  showsChat(key: SessionKey): void;
  /** The chat that the person looks at in it; null where they look elsewhere. */
  readonly seenChat: SessionKey | null;
}

/** A page that is not shown still is a process: so long it is kept for the next question, which it then takes at once. */
const keptMs = 10 * 60_000;

export function createQuickWindow(parts: QuickParts): QuickWindow {
  const { host } = parts;
  let window: BrowserWindow | null = null;
  let leaving: Disposable | null = null;
  let opened = 0;
  let shownChat: SessionKey | null = null;

  function open(): BrowserWindow {
    const made = openWindow(parts);
    window = made;
    made.on("closed", () => {
      if (window === made) window = null;
    });
    // The next press opens another one; what was asked is a chat.
    made.webContents.on("render-process-gone", (_event, { reason }) => {
      host.log("error", "the page of Quick ask is gone", { reason });
      if (!made.isDestroyed()) made.destroy();
    });
    parts.onCreate(made);
    return made;
  }

  function show(): void {
    leaving?.[Symbol.dispose]();
    leaving = null;
    const before = window;
    const shown = before ?? open();
    opened += 1;
    shown.setBounds(placeQuickAsk(screenHere(), before === null ? undefined : shown.getBounds().height));
    if (before === null) {
      shown.once("ready-to-show", () => front(shown));
      return;
    }
    // The page begins anew, and looks at the clipboard again.
    void shown.webContents.executeJavaScript(`location.hash = "#${opened}"; 0`);
    front(shown);
  }

  function close(): void {
    if (window === null || !window.isVisible()) return;
    putAway(window, host.platform);
    const closing = window;
    leaving?.[Symbol.dispose]();
    leaving = host.setTimer(keptMs, () => {
      if (!closing.isDestroyed()) closing.destroy();
    });
  }

  const isSeen = (): boolean => window?.isVisible() === true && window.isFocused();

  return {
    toggle: () => (isSeen() ? close() : show()),
    showsChat(key) {
      shownChat = key;
    },
    get seenChat() {
      return isSeen() ? shownChat : null;
    },
    close,
    fit(height) {
      if (window === null) return;
      const { x, y, width } = window.getBounds();
      window.setBounds({ x, y, width, height: fitHeight(screenHere(), height) });
    },
    openChat(key) {
      // What is put away gives the focus to another app; the window takes it back.
      window?.hide();
      parts.openChat(key);
    },
  };
}

function front(window: BrowserWindow): void {
  window.show();
  window.focus();
}

/** Who had the focus before has it again. */
function putAway(window: BrowserWindow, platform: NodeJS.Platform): void {
  if (platform === "win32") window.blur();
  window.hide();
  const isAlone = BrowserWindow.getAllWindows().every((other) => other === window || !other.isVisible());
  if (platform === "darwin" && isAlone) app.hide();
}

function screenHere() {
  return screen.getDisplayNearestPoint(screen.getCursorScreenPoint()).workArea;
}

function openWindow({ host, preload }: QuickParts): BrowserWindow {
  const window = new BrowserWindow({
    ...placeQuickAsk(screenHere()),
    show: false,
    frame: false,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: true,
    alwaysOnTop: true,
    title: text("desktop.tray.quickAsk"),
    // A panel takes keys without bringing the whole app to the front.
    ...(host.platform === "darwin" ? { type: "panel" } : {}),
    webPreferences: pagePreferences(preload),
  });
  keepAtHome(window);
  if (host.platform === "darwin") {
    window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true });
  }
  void window.loadURL(quickAddress);
  return window;
}
