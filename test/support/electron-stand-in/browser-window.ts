import { EventEmitter } from "node:events";
import type * as Electron from "electron";
import type { Page } from "playwright-core";
import { appOrigin, newPage, pagesOrigin, served } from "./browser.ts";
import { preventable } from "./machine.ts";
import type { Bounds, SeenWindow } from "./protocol.ts";
import { WebContents } from "./web-contents.ts";

type Options = Electron.BrowserWindowConstructorOptions;

/** Emits `window` with each new one, and `all-closed`. */
export const windowEvents = new EventEmitter();
export const focusCount = { value: 0 };
/** When the app asked for this module, and for its first page. */
export const startTimes = { begun: performance.now(), page: null as number | null };

/** Where the system puts a window that names no place. */
const systemPlace = { x: 100, y: 100 };

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  static focused: BrowserWindow | null = null;
  readonly webContents = new WebContents();
  readonly options: Options;
  readonly page: Promise<Page>;
  #bounds: Bounds;
  #isVisible: boolean;
  #isMaximized = false;
  #isMinimized = false;
  #isFullScreen = false;
  #overlay = "";
  #titleBar: Electron.TitleBarOverlayOptions | null = null;

  constructor(options: Options = {}) {
    super();
    this.options = options;
    const { x = systemPlace.x, y = systemPlace.y, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.#isVisible = options.show !== false;
    this.page = this.#open();
    BrowserWindow.all.push(this);
    windowEvents.emit("window", this);
  }

  static getAllWindows(): readonly BrowserWindow[] {
    return [...BrowserWindow.all];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.focused;
  }

  async #open(): Promise<Page> {
    const page = await newPage();
    const { width, height } = this.#bounds;
    await page.setViewportSize({ width, height });
    await this.webContents.open(page, this.options.webPreferences?.preload ?? "");
    page.on("close", () => this.#gone());
    return page;
  }

  async loadURL(url: string): Promise<void> {
    startTimes.page ??= performance.now();
    const page = await this.page;
    this.webContents.revive();
    await page.goto(url.replace(appOrigin, pagesOrigin));
    this.emit("ready-to-show");
  }

  async force(url: string): Promise<void> {
    served.forced = url;
    await (await this.page).goto(url);
  }

  /** By a person or by the app: it may be held up. */
  close(): void {
    const { event, isPrevented } = preventable();
    this.emit("close", event);
    if (!isPrevented()) this.destroy();
  }

  destroy(): void {
    this.#gone();
    void this.page.then((page) => page.close()).catch(() => undefined);
  }

  #gone(): void {
    const at = BrowserWindow.all.indexOf(this);
    if (at === -1) return;
    BrowserWindow.all.splice(at, 1);
    if (BrowserWindow.focused === this) BrowserWindow.focused = null;
    this.emit("closed");
    if (BrowserWindow.all.length === 0) windowEvents.emit("all-closed");
  }

  isDestroyed(): boolean {
    return !BrowserWindow.all.includes(this);
  }

  getBounds(): Bounds {
    return this.#bounds;
  }

  getNormalBounds(): Bounds {
    return this.#bounds;
  }

  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    const { width, height } = this.#bounds;
    void this.page.then((page) => page.setViewportSize({ width, height })).catch(() => undefined);
    this.emit("resize");
    this.emit("move");
  }

  setPosition(x: number, y: number): void {
    this.setBounds({ x, y });
  }

  maximize(): void {
    this.#isMaximized = true;
    this.emit("maximize");
  }

  unmaximize(): void {
    this.#isMaximized = false;
    this.emit("unmaximize");
  }

  isMaximized(): boolean {
    return this.#isMaximized;
  }

  isMinimized(): boolean {
    return this.#isMinimized;
  }

  minimize(): void {
    this.#isMinimized = true;
    this.blur();
    this.emit("minimize");
  }

  restore(): void {
    this.#isMinimized = false;
    this.emit("restore");
  }

  isFullScreen(): boolean {
    return this.#isFullScreen;
  }

  setFullScreen(isOn: boolean): void {
    this.#isFullScreen = isOn;
  }

  isVisible(): boolean {
    return this.#isVisible;
  }

  show(): void {
    this.#isVisible = true;
    this.emit("show");
    this.focus();
  }

  hide(): void {
    this.#isVisible = false;
    this.blur();
    this.emit("hide");
  }

  isFocused(): boolean {
    return BrowserWindow.focused === this;
  }

  focus(): void {
    focusCount.value += 1;
    if (BrowserWindow.focused === this) return;
    BrowserWindow.focused?.blur();
    BrowserWindow.focused = this;
    this.emit("focus");
  }

  blur(): void {
    if (BrowserWindow.focused !== this) return;
    BrowserWindow.focused = null;
    this.emit("blur");
  }

  setVisibleOnAllWorkspaces(isOn: boolean): void {
    this.emit("all-workspaces", isOn);
  }

  flashFrame(): void {
    this.emit("flash");
  }

  setOverlayIcon(_image: unknown, description: string): void {
    this.#overlay = description;
  }

  setTitleBarOverlay(options: Electron.TitleBarOverlayOptions): void {
    if (this.options.titleBarOverlay === undefined) throw new Error("the window has no overlay");
    this.#titleBar = options;
  }

  seen(): SeenWindow {
    return {
      bounds: this.#bounds,
      isVisible: this.#isVisible,
      isMaximized: this.#isMaximized,
      isMinimized: this.#isMinimized,
      isFocused: this.isFocused(),
      options: {
        frame: this.options.frame ?? true,
        alwaysOnTop: this.options.alwaysOnTop ?? false,
        type: this.options.type ?? null,
        titleBarStyle: this.options.titleBarStyle ?? null,
      },
      titleBar: this.#titleBar ?? asOverlay(this.options.titleBarOverlay),
      overlay: this.#overlay,
      zoom: this.webContents.zoomLevel,
      url: this.webContents.getURL(),
    };
  }
}

function asOverlay(named: Options["titleBarOverlay"]): Electron.TitleBarOverlayOptions | null {
  return typeof named === "object" ? named : null;
}
