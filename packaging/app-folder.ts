import { join } from "node:path";
import type { Target } from "./contents.ts";

/** Where electron-builder puts the app's folder below the output. */
export function appFolder(output: string, { platform, arch }: Target): string {
  const suffix = arch === "x64" ? "" : `-${arch}`;
  if (platform === "darwin") return join(output, `mac${suffix}`, "Perch.app");
  return join(output, `${platform === "win32" ? "win" : "linux"}${suffix}-unpacked`);
}

/** The archive of an app's folder. */
export function archiveIn(folder: string): string {
  const resources = folder.endsWith(".app") ? join("Contents", "Resources") : "resources";
  return join(folder, resources, "app.asar");
}
