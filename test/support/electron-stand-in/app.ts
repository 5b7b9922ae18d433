import { EventEmitter } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import type * as Electron from "electron";
import { closeBrowser } from "./browser.ts";
import { BrowserWindow, windowEvents } from "./browser-window.ts";
import { machine, preventable } from "./machine.ts";
import type { Menu } from "./menu.ts";

interface Second {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly data: unknown;
}

class App extends EventEmitter {
  badge = 0;
  relaunches = 0;
  timesHidden = 0;
  dockMenu: Menu | null = null;
  tasks: readonly Electron.Task[] = [];
  loginItem: Electron.Settings | null = null;
  readonly protocolClients: string[] = [];
  readonly isPackaged = "resourcesPath" in process;
  #folder = join(homedir(), ".config", "perch");
  #lock: Server | null = null;
  /** What the first instance has to be told before this one may end. */
  #told: Promise<void> = Promise.resolve();
  #isQuitting = false;
  readonly dock = {
    setMenu: (menu: Menu): void => {
      this.dockMenu = menu;
    },
    hide: (): void => undefined,
    show: async (): Promise<void> => undefined,
  };

  constructor() {
    super();
    windowEvents.on("all-closed", () => {
      if (!this.#isQuitting && !this.emit("window-all-closed")) this.quit();
    });
    windowEvents.on("window", (window: BrowserWindow) => this.emit("browser-window-created", {}, window));
  }

  getPath(name: string): string {
    return name === "userData" ? this.#folder : join(homedir(), name);
  }

  setPath(name: string, path: string): void {
    if (name === "userData") this.#folder = path;
  }

  getAppPath(): string {
    return process.cwd();
  }

  getVersion(): string {
    return "0.0.0";
  }

  getName(): string {
    return "perch";
  }

  setName(): void {
    this.emit("name");
  }

  setAppUserModelId(): void {
    this.emit("model-id");
  }

  setDesktopName(): void {
    this.emit("desktop-name");
  }

  /** A process that holds the folder of the lock is the first one; it hears of each other one over a socket in there. */
  requestSingleInstanceLock(data?: unknown): boolean {
    const place = join(this.#folder, "stand-in-lock");
    mkdirSync(this.#folder, { recursive: true });
    if (!take(place)) {
      this.#told = tell(join(place, "socket"), { argv: process.argv, cwd: process.cwd(), data: data ?? {} });
      return false;
    }
    this.#lock = createServer((socket) => {
      let text = "";
      socket.on("data", (chunk) => {
        text += String(chunk);
      });
      socket.on("end", () => this.#second(JSON.parse(text)));
    }).listen(join(place, "socket"));
    return true;
  }

  #second({ argv, cwd, data }: Second): void {
    this.emit("second-instance", {}, argv, cwd, data);
  }

  async whenReady(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const launchInfo = machine.launchedBy === undefined ? {} : { identifier: machine.launchedBy };
    this.emit("ready", {}, launchInfo);
  }

  setBadgeCount(count = 0): boolean {
    this.badge = count;
    return process.platform !== "win32";
  }

  setUserTasks(tasks: readonly Electron.Task[]): boolean {
    this.tasks = tasks;
    return true;
  }

  setAsDefaultProtocolClient(scheme: string): boolean {
    this.protocolClients.push(scheme);
    return true;
  }

  setLoginItemSettings(settings: Electron.Settings): void {
    this.loginItem = settings;
  }

  getLoginItemSettings(): Pick<
    Electron.LoginItemSettings,
    "openAtLogin" | "wasOpenedAtLogin" | "status" | "executableWillLaunchAtLogin"
  > {
    const openAtLogin = this.loginItem?.openAtLogin ?? false;
    return {
      openAtLogin,
      wasOpenedAtLogin: machine.wasOpenedAtLogin ?? false,
      status: machine.loginStatus ?? (openAtLogin ? "enabled" : "not-registered"),
      executableWillLaunchAtLogin: openAtLogin,
    };
  }

  hide(): void {
    this.timesHidden += 1;
  }

  focus(): void {
    this.emit("focus");
  }

  exit(code: number): void {
    void this.#told
      .then(async () => {
        if (this.#lock !== null) rmSync(join(this.#folder, "stand-in-lock"), { recursive: true, force: true });
        await closeBrowser();
      })
      .finally(() => process.exit(code));
  }

  /** Who started it starts it anew. */
  relaunch(): void {
    this.relaunches += 1;
  }

  /** As Electron ends: `before-quit`, the windows close, which each may hold up, then `will-quit`, which may too. */
  quit(): void {
    if (this.#isQuitting) return;
    const before = preventable();
    this.emit("before-quit", before.event);
    if (before.isPrevented()) return;
    this.#isQuitting = true;
    for (const window of BrowserWindow.getAllWindows()) {
      window.close();
      if (!window.isDestroyed()) {
        this.#isQuitting = false;
        return;
      }
    }
    const will = preventable();
    this.emit("will-quit", will.event);
    this.#isQuitting = false;
    if (!will.isPrevented()) this.exit(0);
  }
}

/** A lock whose process died is taken over. */
function take(place: string): boolean {
  try {
    mkdirSync(place);
  } catch {
    if (isHeld(place)) return false;
    rmSync(place, { recursive: true, force: true });
    return take(place);
  }
  writeFileSync(join(place, "pid"), String(process.pid));
  return true;
}

function isHeld(place: string): boolean {
  try {
    process.kill(Number(readFileSync(join(place, "pid"), "utf8")), 0);
    return true;
  } catch (cause) {
    // Its maker is about to write it.
    return cause instanceof Error && "code" in cause && cause.code === "ENOENT";
  }
}

/** The first one may not listen yet. */
async function tell(path: string, second: Second): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isTold = await new Promise<boolean>((resolve) => {
      const socket = connect(path, () => socket.end(JSON.stringify(second)));
      socket.on("error", () => resolve(false));
      socket.on("close", (hadError) => resolve(!hadError));
    });
    if (isTold) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export const app = new App();
