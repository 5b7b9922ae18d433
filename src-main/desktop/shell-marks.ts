import { app, type BrowserWindow, Menu, nativeImage } from "electron";
import { text } from "../words.ts";
import { countImage, countSize } from "./count-image.ts";
import { newChatOption, quickAskOption } from "./start-words.ts";

interface MarkActs {
  readonly newChat: () => void;
  readonly quickAsk: () => void;
}

/** What the system offers at the app's own image, without a window: the Dock of macOS, the jump list of Windows. */
export function installQuickWays(platform: NodeJS.Platform, { newChat, quickAsk }: MarkActs): void {
  const [newChatWords, quickWords] = [text("desktop.tray.newChat"), text("desktop.tray.quickAsk")];
  if (platform === "darwin") {
    const lines = [
      { label: newChatWords, click: newChat },
      { label: quickWords, click: quickAsk },
    ];
    app.dock?.setMenu(Menu.buildFromTemplate(lines));
  }
  if (platform !== "win32") return;
  const program = process.execPath;
  const own = app.isPackaged ? "" : `"${app.getAppPath()}" `;
  const task = (title: string, option: string) => ({
    program,
    arguments: `${own}${option}`,
    iconPath: program,
    iconIndex: 0,
    title,
    description: title,
  });
  app.setUserTasks([task(newChatWords, newChatOption), task(quickWords, quickAskOption)]);
}

/** How many things wait in the Inbox, at the app's own image. Windows has no badge: the window's button carries it. */
export function showCount(platform: NodeJS.Platform, window: BrowserWindow | null, count: number): void {
  app.setBadgeCount(count);
  if (platform !== "win32" || window === null || window.isDestroyed()) return;
  if (count === 0) window.setOverlayIcon(null, "");
  else window.setOverlayIcon(imageOf(count), text("desktop.tray.inbox", { count }));
}

function imageOf(count: number) {
  const options = { width: countSize, height: countSize, scaleFactor: 2 };
  return nativeImage.createFromBitmap(Buffer.from(countImage(count)), options);
}
