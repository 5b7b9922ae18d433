import { app } from "electron";
import ElectronStore from "electron-store";
import type { Host } from "../host.ts";
import { openPreferenceFile, type PreferenceFile } from "./preference-file.ts";
import type { DesktopPreferences } from "./preferences.ts";

const name = "desktop";

/** `desktop.json` in the folder that the system has for data of this app. */
export function openPreferences({ log, now }: Pick<Host, "log" | "now">): PreferenceFile {
  const folder = app.getPath("userData");
  return openPreferenceFile({
    folder,
    name,
    openStore: () => new ElectronStore<Partial<DesktopPreferences>>({ name, cwd: folder }),
    log,
    now,
  });
}
