import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { app } from "electron";
import type { DesktopFacts } from "../../src-preload/contract/desktop.ts";
import type { Host } from "../host.ts";
import { writeFileAtomic } from "../storage/atomic-file.ts";
import { nodeFileSystem } from "../storage/file-system.ts";
import { isMissing } from "../thrown.ts";
import { autostartFile } from "./autostart-file.ts";
import { hiddenOption } from "./start-words.ts";

type LoginState = DesktopFacts["login"]["state"];
type LoginHost = Pick<Host, "platform" | "env" | "paths">;

/** Starts Perch at each login, without its window, or no more. Throws where the file of Linux cannot be written. */
export async function setLoginItem(isWanted: boolean, host: LoginHost): Promise<void> {
  if (host.platform !== "linux") {
    app.setLoginItemSettings({ openAtLogin: isWanted, ...(host.platform === "win32" ? { args: [hiddenOption] } : {}) });
    return;
  }
  const path = autostartPath(host);
  if (!isWanted) return rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true });
  // An AppImage runs from a place that is another one at each start.
  const program = host.env["APPIMAGE"] ?? process.execPath;
  const words = app.isPackaged ? [hiddenOption] : [app.getAppPath(), hiddenOption];
  await writeFileAtomic(path, autostartFile(program, words), { files: nodeFileSystem });
}

/** What the system makes of it: a person can switch it off there too. */
export async function loginState(host: LoginHost): Promise<LoginState> {
  if (host.platform === "linux") return readAutostart(autostartPath(host));
  const { openAtLogin, status, executableWillLaunchAtLogin } = app.getLoginItemSettings(
    host.platform === "win32" ? { args: [hiddenOption] } : {},
  );
  if (host.platform === "darwin") {
    if (status === "requires-approval") return "needs-approval";
    return status === "enabled" ? "on" : "off";
  }
  return openAtLogin && executableWillLaunchAtLogin ? "on" : "off";
}

/** macOS says of a start that it is one of the login; elsewhere its words do. */
export function isLoginStart(platform: NodeJS.Platform): boolean {
  return platform === "darwin" && app.getLoginItemSettings().wasOpenedAtLogin;
}

async function readAutostart(path: string): Promise<LoginState> {
  try {
    const content = await readFile(path, "utf8");
    return /^(Hidden=true|X-GNOME-Autostart-enabled=false)$/m.test(content) ? "off" : "on";
  } catch (cause) {
    if (isMissing(cause)) return "off";
    throw cause;
  }
}

function autostartPath({ env, paths }: LoginHost): string {
  const named = env["XDG_CONFIG_HOME"] ?? "";
  return join(named.startsWith("/") ? named : join(paths.userHome, ".config"), "autostart", "perch.desktop");
}
