import { type BrowserWindow, Menu } from "electron";
import { appMenu, type MenuAct } from "./app-menu.ts";
import { fieldMenu } from "./field-menu.ts";
import type { PreferenceFile } from "./preference-file.ts";

export function installAppMenu(platform: NodeJS.Platform, act: (act: MenuAct) => void): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu(platform, act)));
}

/** Fields of the window have a menu, with what the spelling checker suggests; the wheel and the menu change the size of all. */
export function followFields(window: BrowserWindow, preferences: PreferenceFile): void {
  const { webContents } = window;
  webContents.on("context-menu", (_event, params) => {
    const items = fieldMenu(params, {
      replace: (word) => webContents.replaceMisspelling(word),
      learn: (word) => webContents.session.addWordToSpellCheckerDictionary(word),
    });
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
  webContents.on("zoom-changed", (_event, direction) => zoom(window, preferences, direction === "in" ? 1 : -1));
}

const [leastZoom, mostZoom] = [-4, 6];

/** By so many steps; null: the usual size. Kept for the next start. */
export function zoom({ webContents }: BrowserWindow, preferences: PreferenceFile, steps: number | null): void {
  const wanted = steps === null ? 0 : preferences.current().zoom + steps;
  const level = Math.max(leastZoom, Math.min(wanted, mostZoom));
  webContents.setZoomLevel(level);
  preferences.change({ zoom: level });
}
