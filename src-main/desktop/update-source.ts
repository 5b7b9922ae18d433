import { existsSync } from "node:fs";
import { join } from "node:path";
import { app } from "electron";
import type { WhyNoUpdates } from "../../src-preload/contract/desktop.ts";
import { headOf } from "../text-ends.ts";
import type { UpdateSource } from "./updates.ts";

/**
 * Why this Perch does not look for newer ones; null where it does. The packager writes where they are beside the app. On Linux an
 * AppImage alone replaces itself; what a package manager installed is the package manager's.
 */
export function whyNoUpdates(env: Readonly<Record<string, string | undefined>>): WhyNoUpdates | null {
  if (!app.isPackaged) return "unpackaged";
  if (!existsSync(join(process.resourcesPath, "app-update.yml"))) return "no-address";
  return process.platform === "linux" && env["APPIMAGE"] === undefined ? "package-manager" : null;
}

const mostNotes = 4000;

/** Each step is ours: a backup comes before an install, and nothing is installed behind the person's back. */
export async function openUpdateSource(): Promise<UpdateSource> {
  const { autoUpdater } = await import("electron-updater");
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  return {
    async look() {
      const found = await autoUpdater.checkForUpdates();
      if (found === null || !found.isUpdateAvailable) return null;
      return { version: found.updateInfo.version, notes: plain(found.updateInfo.releaseNotes) };
    },
    async download() {
      await autoUpdater.downloadUpdate();
    },
    install: () => autoUpdater.quitAndInstall(true, true),
  };
}

/** Notes come as a text, or as one a version. */
function plain(notes: string | readonly { readonly note: string | null }[] | null | undefined): string {
  const whole = typeof notes === "string" ? notes : (notes ?? []).map(({ note }) => note ?? "").join("\n\n");
  return headOf(whole.replace(/<[^>]*>/g, "").trim(), mostNotes);
}
