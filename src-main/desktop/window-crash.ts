import { app, type BrowserWindow } from "electron";
import type { Host } from "../host.ts";
import { appAddress } from "./app-pages.ts";
import { createCrashCount } from "./crash-count.ts";
import { isSafeAddress, type SafeAct, safeActOf, safeAddress } from "./safe-page.ts";

interface CrashParts {
  readonly host: Pick<Host, "monotonic" | "log">;
  /** Also the page of the safe mode crashes: true tries the window once more, false ends the app. */
  readonly askAboutCrash: () => Promise<boolean>;
  /** The page does not react; the question goes away by itself where it does again. */
  readonly askAboutHang: (window: BrowserWindow, signal: AbortSignal) => Promise<"wait" | "reload">;
  readonly openLogs: () => void;
  readonly quit: () => void;
}

/**
 * A page that is gone comes back in place; after the third time in a minute a page of ours stands there instead, without anything
 * of the window's. The agent is in another process than the page, and works on.
 */
export function followCrashes(window: BrowserWindow, parts: CrashParts): void {
  const { webContents } = window;
  const crashes = createCrashCount();
  let place = appAddress;

  const load = (address: string): void => void window.loadURL(address);

  function again(): void {
    crashes.forget();
    load(place);
  }

  const acts: Readonly<Record<SafeAct, () => void>> = { again, log: parts.openLogs, quit: parts.quit };

  webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit" || window.isDestroyed()) return;
    parts.host.log("error", "the page of the window is gone", { reason, exitCode });
    const address = webContents.getURL();
    if (isSafeAddress(address)) {
      void parts.askAboutCrash().then((isAgain) => (isAgain ? again() : parts.quit()));
      return;
    }
    place = address;
    if (crashes.note(parts.host.monotonic()) === "reload") webContents.reload();
    else load(safeAddress(appAddress));
  });
  webContents.on("will-navigate", (event, address) => {
    const act = isSafeAddress(webContents.getURL()) ? safeActOf(address) : null;
    if (act === null) return;
    event.preventDefault();
    acts[act]();
  });
  followHangs(window, parts);
}

function followHangs(window: BrowserWindow, { host, askAboutHang }: CrashParts): void {
  let asking: AbortController | null = null;
  window.on("unresponsive", () => {
    if (asking !== null) return;
    host.log("warn", "the page of the window does not react");
    const own = new AbortController();
    asking = own;
    void askAboutHang(window, own.signal).then((answer) => {
      asking = null;
      // It ends the page's process, which comes back as after a crash.
      if (answer === "reload" && !own.signal.aborted && !window.isDestroyed()) {
        window.webContents.forcefullyCrashRenderer();
      }
    });
  });
  window.on("responsive", () => asking?.abort());
}

/** Processes of Chromium that are no page: their ends are its own matter, and the log's. */
export function logChildCrashes({ log }: Pick<Host, "log">): void {
  app.on("child-process-gone", (_event, { type, reason, exitCode, serviceName, name }) => {
    if (reason === "clean-exit") return;
    log("warn", "a process of the desktop app is gone", { type, reason, exitCode, name: name ?? serviceName ?? "" });
  });
}
