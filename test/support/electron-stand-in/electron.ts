import "./machine.ts";
import { listenForOrders } from "./orders.ts";

export { app } from "./app.ts";
export { protocol } from "./browser.ts";
export { BrowserWindow } from "./browser-window.ts";
export { contextBridge, ipcMain, ipcRenderer } from "./ipc.ts";
export { Menu } from "./menu.ts";
export { Notification } from "./notification.ts";
export { session } from "./permissions.ts";
export { clipboard, dialog, globalShortcut, nativeImage, nativeTheme, powerMonitor, screen, shell } from "./system.ts";
export { Tray } from "./tray.ts";
export { utilityProcess } from "./utility-process.ts";

listenForOrders();
