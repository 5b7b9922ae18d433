import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Frame, type Page, type Request, type Route } from "playwright-core";
import { findBrowser } from "../../../scripts/find-browser.ts";
import { carryPreload, type SenderFrame, sendToPage } from "./ipc.ts";

/** Where the pages of `app://perch` lie for the browser: a secure origin that nobody can reach. */
const pagesOrigin = "https://perch.invalid";
export const appOrigin = "app://perch";

type PageHandler = (request: PageRequest) => Promise<Response>;
type PageRequest = globalThis.Request;
type OpenHandler = (details: { readonly url: string }) => { readonly action: "allow" | "deny" };

interface WindowOptions {
  readonly webPreferences: Readonly<Record<string, unknown>> & { readonly preload: string };
}

export const seen = {
  windows: [] as BrowserWindow[],
  focused: 0,
  deniedWindows: [] as string[],
  stoppedNavigations: [] as string[],
  schemes: [] as { readonly scheme: string; readonly privileges: Readonly<Record<string, unknown>> }[],
};
/** Emits `window` with each new one. */
export const windowsOpened = new EventEmitter();
let pages: PageHandler | null = null;
let forced: string | null = null;
let context: Promise<BrowserContext> | null = null;
const profile = mkdtempSync(join(tmpdir(), "perch-stand-in-"));

export const protocol = {
  registerSchemesAsPrivileged: (schemes: typeof seen.schemes): void => void seen.schemes.push(...schemes),
  handle: (_scheme: string, handler: PageHandler): void => {
    pages = handler;
  },
};

async function launch(): Promise<BrowserContext> {
  const executablePath = await findBrowser();
  const args = ["--no-sandbox", "--disable-gpu"];
  return chromium.launchPersistentContext(profile, { executablePath, args, viewport: { width: 1280, height: 800 } });
}

export async function closeBrowser(): Promise<void> {
  await (await context)?.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

class WebContents extends EventEmitter {
  readonly #frames = new WeakMap<Frame, SenderFrame>();
  #page: Page | null = null;
  #openHandler: OpenHandler = () => ({ action: "allow" });

  get mainFrame(): SenderFrame {
    if (this.#page === null) throw new Error("the page is not there yet");
    return this.frameOf(this.#page.mainFrame());
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

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  isDestroyed(): boolean {
    return this.#page?.isClosed() ?? false;
  }

  send(channel: string, value: unknown): void {
    sendToPage(channel, value);
  }

  async open(page: Page, preload: string): Promise<void> {
    this.#page = page;
    await carryPreload(page, preload, (frame) => ({ sender: this, senderFrame: this.frameOf(frame) }));
    await page.route("**", (route, request) => this.#answer(page, route, request));
    page.on("popup", (popup) => {
      const { action } = this.#openHandler({ url: popup.url() });
      if (action === "allow") return;
      seen.deniedWindows.push(popup.url());
      void popup.close();
    });
    page.on("close", () => this.emit("destroyed"));
  }

  async #answer(page: Page, route: Route, request: Request): Promise<void> {
    const url = request.url().replace(pagesOrigin, appOrigin);
    if (request.isNavigationRequest() && request.frame() === page.mainFrame() && page.url() !== "about:blank") {
      let isPrevented = false;
      const preventDefault = (): void => {
        isPrevented = true;
      };
      if (request.url() !== forced) this.emit("will-navigate", { preventDefault }, url);
      if (isPrevented) {
        seen.stoppedNavigations.push(url);
        // The one answer that leaves a page where it is.
        return route.fulfill({ status: 204 });
      }
    }
    if (request.url() === forced) return route.fulfill({ contentType: "text/html", body: "<h1>Somebody else</h1>" });
    if (!url.startsWith(appOrigin) || pages === null) return route.abort();
    const answer = await pages(new globalThis.Request(url));
    const body = Buffer.from(await answer.arrayBuffer());
    return route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body });
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents();
  readonly options: WindowOptions;
  readonly page: Promise<Page>;

  constructor(options: WindowOptions) {
    super();
    this.options = options;
    this.page = this.#open();
    seen.windows.push(this);
    windowsOpened.emit("window", this);
  }

  static getAllWindows(): readonly BrowserWindow[] {
    return seen.windows;
  }

  async #open(): Promise<Page> {
    context ??= launch();
    const page = (await context).pages()[0] ?? (await (await context).newPage());
    await this.webContents.open(page, this.options.webPreferences.preload);
    return page;
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.page;
    await page.goto(url.replace(appOrigin, pagesOrigin));
    this.emit("ready-to-show");
  }

  async force(url: string): Promise<void> {
    forced = url;
    await (await this.page).goto(url);
  }

  isMinimized(): boolean {
    return false;
  }

  show(): void {
    this.emit("show");
  }

  restore(): void {
    this.emit("restore");
  }

  focus(): void {
    seen.focused += 1;
  }
}
