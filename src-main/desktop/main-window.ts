import { BrowserWindow, session, shell } from "electron";
import { appAddress, isAppPage } from "./app-pages.ts";

/** The window: sandboxed, without Node, and it goes nowhere but to our own pages. */
export function openMainWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: "Perch",
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    },
  });
  const { webContents } = window;
  const stayHome = (event: { preventDefault(): void }, url: string): void => {
    if (!isAppPage(url)) event.preventDefault();
  };
  webContents.on("will-navigate", stayHome);
  webContents.on("will-redirect", stayHome);
  webContents.on("will-attach-webview", (event) => event.preventDefault());
  webContents.setWindowOpenHandler(() => ({ action: "deny" }));
  window.once("ready-to-show", () => window.show());
  void window.loadURL(appAddress);
  return window;
}

/** A page gets no camera, no place, no notification of its own. */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === "clipboard-sanitized-write"),
  );
  session.defaultSession.setPermissionCheckHandler(
    (_contents, permission) => permission === "clipboard-sanitized-write",
  );
}

/** Opens what the person chose outside: a folder in the file manager, an address in the browser. */
export async function openOutside(target: string): Promise<void> {
  if (/^(https?|mailto):/.test(target)) await shell.openExternal(target);
  else {
    const problem = await shell.openPath(target);
    if (problem !== "") throw new Error(problem);
  }
}
