import { EventEmitter } from "node:events";
import type * as Electron from "electron";
import type { Frame, Page, Request, Route } from "playwright-core";
import { appOrigin, pagesOrigin, served } from "./browser.ts";
import { carryPreload, type SenderFrame, sendToPage } from "./ipc.ts";
import { preventable } from "./machine.ts";
import { askForMedia, followThemeColor } from "./page-bridge.ts";
import { mayUseMedia } from "./permissions.ts";

type OpenHandler = (details: { readonly url: string }) => { readonly action: "allow" | "deny" };

export const guarded = { deniedWindows: [] as string[], stoppedNavigations: [] as string[] };

export class WebContents extends EventEmitter {
  readonly #frames = new WeakMap<Frame, SenderFrame>();
  #page: Page | null = null;
  #crashedAt: string | null = null;
  #openHandler: OpenHandler = () => ({ action: "allow" });
  zoomLevel = 0;
  /** What the app told the page to do as a whole. */
  readonly commands: string[] = [];
  readonly session = {
    addWordToSpellCheckerDictionary: (word: string): boolean => this.commands.push(`learn ${word}`) > 0,
  };

  get mainFrame(): SenderFrame {
    return this.frameOf(this.page.mainFrame());
  }

  get page(): Page {
    if (this.#page === null) throw new Error("the page is not there yet");
    return this.#page;
  }

  /** One object a frame, as Electron has it. */
  frameOf(frame: Frame): SenderFrame {
    const known = this.#frames.get(frame);
    if (known !== undefined) return known;
    const made = {
      get url() {
        return frame.url().replace(pagesOrigin, appOrigin);
      },
    };
    this.#frames.set(frame, made);
    return made;
  }

  getURL(): string {
    return this.#crashedAt ?? (this.#page === null ? "" : this.mainFrame.url);
  }

  /** Nothing of the page is left, and nothing of it was told to end. */
  async crash(reason: Electron.RenderProcessGoneDetails["reason"]): Promise<void> {
    const address = this.getURL();
    await this.page.evaluate("window.stop()");
    await this.page.goto("about:blank");
    this.#crashedAt = address;
    this.emit("render-process-gone", {}, { reason, exitCode: 1 });
  }

  forcefullyCrashRenderer(): void {
    void this.crash("killed");
  }

  /** What is loaded next begins anew. */
  revive(): void {
    this.#crashedAt = null;
  }

  isLoading(): boolean {
    return this.#page === null || this.#page.url() === "about:blank";
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  isDestroyed(): boolean {
    return this.#page?.isClosed() ?? false;
  }

  send(channel: string, value: unknown): void {
    sendToPage(this, channel, value);
  }

  setZoomLevel(level: number): void {
    this.zoomLevel = level;
  }

  getZoomLevel(): number {
    return this.zoomLevel;
  }

  executeJavaScript(code: string): Promise<unknown> {
    return this.page.evaluate(code);
  }

  replaceMisspelling(word: string): void {
    this.commands.push(`replace ${word}`);
  }

  reload(): void {
    const crashedAt = this.#crashedAt;
    this.revive();
    const loaded = crashedAt === null ? this.page.reload() : this.page.goto(crashedAt.replace(appOrigin, pagesOrigin));
    void loaded.catch(() => undefined);
  }

  async open(page: Page, preload: string): Promise<void> {
    this.#page = page;
    if (preload !== "")
      await carryPreload(page, preload, (frame) => ({ sender: this, senderFrame: this.frameOf(frame) }));
    await page.exposeBinding("standInMayUse", (_source, kinds: readonly string[]) => mayUseMedia(this, kinds));
    await page.addInitScript(askForMedia);
    await page.route("**", (route, request) => this.#answer(page, route, request));
    page.on("popup", (popup) => {
      const { action } = this.#openHandler({ url: popup.url() });
      if (action === "allow") return;
      guarded.deniedWindows.push(popup.url());
      void popup.close();
    });
    page.on("close", () => this.emit("destroyed"));
    page.on("load", () => this.emit("did-finish-load"));
    await page.exposeBinding("standInThemeColor", (_source, color: string) =>
      this.emit("did-change-theme-color", {}, color),
    );
    await page.addInitScript(followThemeColor);
  }

  async #answer(page: Page, route: Route, request: Request): Promise<void> {
    const url = request.url().replace(pagesOrigin, appOrigin);
    if (request.isNavigationRequest() && request.frame() === page.mainFrame() && page.url() !== "about:blank") {
      const { event, isPrevented } = preventable();
      if (request.url() !== served.forced) this.emit("will-navigate", event, url);
      if (isPrevented()) {
        guarded.stoppedNavigations.push(url);
        // The one answer that leaves a page where it is.
        return route.fulfill({ status: 204 });
      }
    }
    if (request.url() === served.forced) {
      return route.fulfill({ contentType: "text/html", body: "<h1>Somebody else</h1>" });
    }
    if (!url.startsWith(appOrigin) || served.pages === null) return route.abort();
    const answer = await served.pages(new globalThis.Request(url));
    const body = Buffer.from(await answer.arrayBuffer());
    return route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body });
  }
}
