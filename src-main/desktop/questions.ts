import { type BrowserWindow, dialog, type MessageBoxOptions } from "electron";
import { text } from "../words.ts";

/* Questions that cannot wait for a page of the window. */

/** What of a run that is on becomes where the app is to end. */
export async function askAboutRuns(window: BrowserWindow | null): Promise<"stop" | "wait" | "cancel"> {
  const answers = ["wait", "stop", "cancel"] as const;
  const response = await show(window, {
    type: "question",
    message: text("desktop.quit.question"),
    detail: text("desktop.quit.detail"),
    buttons: [text("desktop.quit.wait"), text("desktop.quit.stop"), text("desktop.quit.cancel")],
    defaultId: 0,
    cancelId: 2,
  });
  return answers[response] ?? "cancel";
}

/** Whether what is not saved may be lost. The page is held up meanwhile, so that it is asked at once. */
export function askAboutUnsaved(): boolean {
  const buttons = [text("desktop.unsaved.stay"), text("desktop.unsaved.lose")];
  const message = text("desktop.unsaved.question");
  return dialog.showMessageBoxSync({ type: "warning", message, buttons, defaultId: 0, cancelId: 0 }) === 1;
}

/** Whether Perch stays in the tray when its window is closed. */
export async function askAboutTray(window: BrowserWindow | null): Promise<boolean> {
  const response = await show(window, {
    type: "question",
    message: text("desktop.close.question"),
    detail: text("desktop.close.detail"),
    buttons: [text("desktop.close.keep"), text("desktop.close.quit")],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 0;
}

/** What becomes of a page that does not react. The signal takes the question away. */
export async function askAboutHang(window: BrowserWindow, signal: AbortSignal): Promise<"wait" | "reload"> {
  const response = await show(window, {
    type: "warning",
    message: text("desktop.hang.question"),
    detail: text("desktop.hang.detail"),
    buttons: [text("desktop.hang.wait"), text("desktop.hang.reload")],
    defaultId: 0,
    cancelId: 0,
    signal,
  });
  return response === 1 ? "reload" : "wait";
}

/** Whether the window is tried once more, where not even the page of the safe mode can be shown. */
export async function askAboutCrash(): Promise<boolean> {
  const response = await show(null, {
    type: "error",
    message: text("desktop.safe.title"),
    detail: text("desktop.safe.what"),
    buttons: [text("desktop.safe.again"), text("desktop.safe.quit")],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}

async function show(window: BrowserWindow | null, options: MessageBoxOptions): Promise<number> {
  const isThere = window !== null && !window.isDestroyed() && window.isVisible();
  const { response } = isThere ? await dialog.showMessageBox(window, options) : await dialog.showMessageBox(options);
  return response;
}
