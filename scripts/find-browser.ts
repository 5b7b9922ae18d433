// Finds a browser for the tests of the window, and gets one where there is none: Chromium, Chrome or Edge.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { chromium } from "playwright-core";

/** Chromium's headless shell shows pages with half of the work that the whole browser takes; it has no microphone. */
export type BrowserUse = "pages" | "speech";

/** The path of a browser; throws with one line that says what to do where none can be had. */
export async function findBrowser(use: BrowserUse = "pages"): Promise<string> {
  const named = process.env["PERCH_BROWSER"];
  if (named !== undefined && named !== "") {
    if (existsSync(named)) return named;
    throw new Error(`PERCH_BROWSER names ${named}, and there is no such file.`);
  }
  const found = installed(use) ?? (await fetchBrowser(use));
  if (found !== null) return found;
  throw new Error("No browser was found and none could be installed: set PERCH_BROWSER to a Chromium, Chrome or Edge.");
}

const shell = "chromium-headless-shell";

function installed(use: BrowserUse): string | null {
  const shells = use === "pages" ? onPath([shell]) : [];
  return [...shells, ...playwrights(), ...onPath(browsers), ...usualPlaces()].find((path) => existsSync(path)) ?? null;
}

const browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

function playwrights(): readonly string[] {
  try {
    return [chromium.executablePath()];
  } catch {
    // Playwright has no browser of its own for this system.
    return [];
  }
}

function onPath(names: readonly string[]): readonly string[] {
  if (process.platform === "win32") return [];
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function usualPlaces(): readonly string[] {
  if (process.platform === "darwin") {
    const apps = ["Google Chrome", "Chromium", "Microsoft Edge"];
    const roots = ["/Applications", join(homedir(), "Applications")];
    return roots.flatMap((root) => apps.map((app) => join(root, `${app}.app/Contents/MacOS/${app}`)));
  }
  if (process.platform === "win32") {
    const roots = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].map((name) => process.env[name] ?? "");
    const apps = ["Google/Chrome/Application/chrome.exe", "Chromium/Application/chrome.exe"];
    const all = [...apps, "Microsoft/Edge/Application/msedge.exe"];
    return roots.filter((root) => root !== "").flatMap((root) => all.map((app) => join(root, app)));
  }
  const folders = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome", "/opt/microsoft/msedge"];
  const names = ["chromium", "chromium-browser", "google-chrome", "chrome", "msedge"];
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/** Debian's package where this process may install one, else Playwright's own browser. */
async function fetchBrowser(use: BrowserUse): Promise<string | null> {
  console.error("No browser for the tests of the window: installing Chromium");
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    await succeeds("apt-get", ["update", "-qq"]);
    for (const name of use === "pages" ? [shell, "chromium"] : ["chromium"]) {
      await succeeds("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name]);
      const found = installed(use);
      if (found !== null) return found;
    }
  }
  const folder = dirname(createRequire(import.meta.url).resolve("playwright-core/package.json"));
  await succeeds(process.execPath, [join(folder, "cli.js"), "install", "chromium"]);
  return installed(use);
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"], env });
    child.on("error", () => resolve(false));
    child.on("exit", (code) => resolve(code === 0));
  });
}
