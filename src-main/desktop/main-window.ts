import { BrowserWindow, nativeTheme, screen } from "electron";
import type { Host } from "../host.ts";
import { text } from "../words.ts";
import { appAddress } from "./app-pages.ts";
import { keepAtHome, pagePreferences } from "./page-window.ts";
import type { PreferenceFile } from "./preference-file.ts";
import { framedAddress, frameOf, overlayOn, titleBarOf } from "./title-bar.ts";
import { leastSize, placeWindow } from "./window-place.ts";

interface WindowParts {
  readonly host: Pick<Host, "setTimer" | "log" | "platform">;
  readonly preload: string;
  readonly preferences: PreferenceFile;
  /** Somebody closes the window: true keeps it open, for what comes of it is decided elsewhere. */
  readonly onClose: () => boolean;
  /** Asks whether what is not saved in the page may go with it. */
  readonly mayLoseUnsaved: () => boolean;
  readonly onStay: () => void;
  readonly onCreate: (window: BrowserWindow) => void;
  /** Somebody wants to see it. */
  readonly onShow: () => void;
}

/** The chief window: one or none, as it was left. */
export interface MainWindow {
  /** Shows it in front, where it is or at an address of the page (`#/inbox`). */
  show(address?: string): void;
  hide(): void;
  readonly isVisible: boolean;
  /** The person looks at it. */
  readonly isFocused: boolean;
  /** The address of the page (`#/chats/…`); "" where there is none. */
  readonly address: string;
  readonly window: BrowserWindow | null;
  /** Writes how it stands, for the next start. */
  keep(): void;
}

/** A move of a hand is many moves; how it ends is written. */
const keepAfterMs = 1000;

export function createMainWindow(parts: WindowParts): MainWindow {
  let window: BrowserWindow | null = null;
  let waiting: Disposable | null = null;

  function keep(): void {
    waiting?.[Symbol.dispose]();
    waiting = null;
    if (window === null || window.isDestroyed()) return;
    const { x, y, width, height } = window.getNormalBounds();
    parts.preferences.change({ bounds: { x, y, width, height }, isMaximised: window.isMaximized() });
  }

  function keepSoon(): void {
    waiting?.[Symbol.dispose]();
    waiting = parts.host.setTimer(keepAfterMs, keep);
  }

  function follow(opened: BrowserWindow): void {
    opened.on("resize", keepSoon);
    opened.on("move", keepSoon);
    opened.on("maximize", keepSoon);
    opened.on("unmaximize", keepSoon);
    opened.on("close", (event) => {
      keep();
      if (parts.onClose()) event.preventDefault();
    });
    // The page has something unsaved: without an answer the window could never be closed.
    opened.webContents.on("will-prevent-unload", (event) => {
      if (parts.mayLoseUnsaved()) event.preventDefault();
      else parts.onStay();
    });
    opened.on("closed", () => {
      waiting?.[Symbol.dispose]();
      waiting = null;
      if (window === opened) window = null;
    });
  }

  function open(address: string): void {
    const opened = openWindow(parts, address);
    window = opened;
    follow(opened);
    parts.onCreate(opened);
  }

  function go(opened: BrowserWindow, address: string): void {
    const { webContents } = opened;
    if (webContents.isLoading()) {
      webContents.once("did-finish-load", () => go(opened, address));
      return;
    }
    webContents.executeJavaScript(`location.hash = ${JSON.stringify(address)}; 0`).catch((cause: unknown) => {
      parts.host.log("warn", "the window could not be brought to a page", { reason: String(cause) });
    });
  }

  return {
    show(address) {
      parts.onShow();
      if (window === null) {
        open(address ?? "");
        return;
      }
      if (address !== undefined) go(window, address);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    hide: () => window?.hide(),
    get isVisible() {
      return window?.isVisible() ?? false;
    },
    get isFocused() {
      return window?.isFocused() ?? false;
    },
    get address() {
      const shown = window?.webContents.getURL() ?? "";
      return URL.canParse(shown) ? new URL(shown).hash : "";
    },
    get window() {
      return window;
    },
    keep,
  };
}

/** The window: sandboxed, without Node, and it goes nowhere but to our own pages. */
function openWindow({ host, preload, preferences }: WindowParts, address: string): BrowserWindow {
  const { bounds, isMaximised, zoom } = preferences.current();
  const frame = frameOf(host.platform);
  const primary = screen.getPrimaryDisplay();
  const screens = [primary, ...screen.getAllDisplays().filter(({ id }) => id !== primary.id)];
  const window = new BrowserWindow({
    ...placeWindow(
      bounds,
      screens.map(({ workArea }) => workArea),
    ),
    ...titleBarOf(frame, nativeTheme.shouldUseDarkColors),
    minWidth: leastSize.width,
    minHeight: leastSize.height,
    show: false,
    title: text("app.name"),
    webPreferences: pagePreferences(preload),
  });
  keepAtHome(window);
  window.once("ready-to-show", () => {
    window.webContents.setZoomLevel(zoom);
    if (isMaximised) window.maximize();
    window.show();
  });
  // Its colour is the page's, which a person can choose.
  if (frame === "overlay") {
    window.webContents.on("did-change-theme-color", (_event, color) => {
      if (color !== null) window.setTitleBarOverlay(overlayOn(color));
    });
  }
  void window.loadURL(`${framedAddress(appAddress, frame)}${address}`);
  return window;
}
