import type { BrowserWindow } from "electron";
import { isAppPage } from "./app-pages.ts";

/** Of every page of ours. */
export function pagePreferences(preload: string) {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: true,
  };
}

/** The page of a window goes nowhere but to our own pages, and opens none. */
export function keepAtHome({ webContents }: BrowserWindow): void {
  const stayHome = (event: { preventDefault(): void }, url: string): void => {
    if (!isAppPage(url)) event.preventDefault();
  };
  webContents.on("will-navigate", stayHome);
  webContents.on("will-redirect", stayHome);
  webContents.on("will-attach-webview", (event) => event.preventDefault());
  webContents.setWindowOpenHandler(() => ({ action: "deny" }));
}
