/** What a test asks of the stand-in. Scripts and selectors are texts: they run in the page of the window that is named. */
export type Order =
  | PageOrder
  /** Puts a page of somebody else into the window, as if the guards had failed. */
  | { readonly kind: "force-page"; readonly url: string }
  | {
      readonly kind: "permission";
      readonly name: string;
      /** What of a microphone and a camera. */
      readonly media?: readonly string[];
      /** Of the page that asks; the one that is shown where it is left out. */
      readonly url?: string;
      readonly isMainFrame?: boolean;
    }
  | { readonly kind: "attach-webview" }
  /** What the person does to the window. */
  | {
      readonly kind: "window";
      /** The first one where it is left out. */
      readonly window?: number;
      readonly act: "close" | "maximize" | "unmaximize" | "focus" | "blur" | "crash" | "unresponsive" | "responsive";
    }
  | { readonly kind: "move"; readonly bounds: Bounds }
  | { readonly kind: "context-menu"; readonly params: Readonly<Record<string, unknown>> }
  /** The system's own: a click on the tray image, a press of the global key, a link, a start that macOS tells of. */
  | { readonly kind: "tray-click" }
  | { readonly kind: "shortcut"; readonly accelerator: string }
  | { readonly kind: "open-url"; readonly url: string }
  | { readonly kind: "activate" }
  | { readonly kind: "power"; readonly event: "suspend" | "resume" | "shutdown" | "on-battery" | "on-ac" }
  /** Windows ends the session of the person. */
  | { readonly kind: "session-end" }
  | { readonly kind: "battery"; readonly isOn: boolean }
  /** Chooses a line of a menu by its words. */
  | { readonly kind: "choose"; readonly menu: "tray" | "app" | "popup" | "dock"; readonly label: string }
  | { readonly kind: "notification"; readonly index: number; readonly act: "click" | "close" | "show" }
  | { readonly kind: "notification"; readonly index: number; readonly act: "action"; readonly button: number }
  | { readonly kind: "notification"; readonly index: number; readonly act: "fail"; readonly reason: string }
  /** What questions are answered with from now on: the number of the button. */
  | { readonly kind: "answer-dialogs"; readonly button: number }
  | { readonly kind: "facts" }
  | { readonly kind: "quit" };

export type PageOrder = { /** The first one where it is left out. */ readonly window?: number } & (
  | { readonly kind: "evaluate"; readonly script: string; readonly frame?: "child" }
  | { readonly kind: "wait"; readonly selector: string }
  | { readonly kind: "click"; readonly selector: string }
  | { readonly kind: "fill"; readonly selector: string; readonly text: string }
  | { readonly kind: "press"; readonly selector: string; readonly key: string }
  | { readonly kind: "screenshot"; readonly path: string }
);

export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SeenWindow {
  readonly bounds: Bounds;
  readonly isVisible: boolean;
  readonly isMaximized: boolean;
  readonly isMinimized: boolean;
  readonly isFocused: boolean;
  readonly options: {
    readonly frame: boolean;
    readonly alwaysOnTop: boolean;
    readonly type: string | null;
    readonly titleBarStyle: string | null;
  };
  /** The buttons of Windows in the page, as they were set last. */
  readonly titleBar: { readonly color?: string; readonly symbolColor?: string; readonly height?: number } | null;
  /** What its image in the task bar says. */
  readonly overlay: string;
  readonly zoom: number;
  readonly url: string;
}

export interface SeenMenuItem {
  readonly label: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly enabled: boolean;
  readonly submenu?: readonly SeenMenuItem[];
}

export interface SeenNotification {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly silent: boolean;
  readonly groupId: string | null;
  readonly actions: readonly string[];
  readonly isClosed: boolean;
}

/** What the app did so far. */
export interface Facts {
  readonly webPreferences: Readonly<Record<string, unknown>>;
  readonly schemes: readonly { readonly scheme: string; readonly privileges: Readonly<Record<string, unknown>> }[];
  readonly channels: readonly string[];
  /** The scripts of the app that its main process has loaded, by their names. */
  readonly loaded: readonly string[];
  /** Milliseconds from the app's first line until it asked for a page; null where it did not. */
  readonly untilPage: number | null;
  readonly focused: number;
  readonly deniedWindows: readonly string[];
  readonly stoppedNavigations: readonly string[];
  readonly pages: number;
  /** Of the first window; "" where there is none. */
  readonly url: string;
  readonly windows: readonly SeenWindow[];
  readonly tray: {
    readonly image: string;
    readonly tooltip: string;
    readonly menu: readonly SeenMenuItem[];
    /** How many times one was set: on Linux a change shows only then. */
    readonly menusSet: number;
  } | null;
  readonly appMenu: readonly SeenMenuItem[];
  readonly popup: readonly SeenMenuItem[];
  readonly notifications: readonly SeenNotification[];
  readonly badge: number;
  /** How often the whole app was hidden, so that another one has the focus. */
  readonly timesHidden: number;
  /** Of macOS's Dock; what the jump list of Windows starts, title and words. */
  readonly dock: readonly SeenMenuItem[];
  readonly tasks: readonly { readonly title: string; readonly arguments: string }[];
  readonly shortcuts: readonly string[];
  readonly loginItem: Readonly<Record<string, unknown>> | null;
  readonly protocolClients: readonly string[];
  readonly dialogs: readonly { readonly message: string; readonly buttons: readonly string[] }[];
  readonly opened: readonly string[];
  /** Paths of the scripts that run in processes of Electron's own. */
  readonly utilityScripts: readonly string[];
}

/** How the machine is at the start; in the environment as JSON. */
export interface SharedBrowser {
  /** The address of its DevTools. */
  readonly endpoint: string;
  readonly context: {
    readonly colorScheme: "light" | "dark";
    readonly reducedMotion: "reduce";
    readonly viewport: { readonly width: number; readonly height: number };
    /** What the test itself may do in the page. */
    readonly permissions: readonly string[];
  };
  /** Runs in each page before its own scripts. */
  readonly script?: string;
}

export interface StandInMachine {
  readonly platform?: "linux" | "darwin" | "win32";
  /** What of each screen windows may cover. */
  readonly screens?: readonly Bounds[];
  /** What is chosen where a folder is asked for; nothing where it is left out. */
  readonly chosen?: string;
  /** What questions are answered with, one after the other; behind them what `answer-dialogs` says. */
  readonly answers?: readonly number[];
  /** The text that was copied last. */
  readonly clipboard?: string;
  /** Accelerators that other programs hold. */
  readonly takenShortcuts?: readonly string[];
  /** Linux: whether a program shows tray images. */
  readonly hasTrayHost?: boolean;
  readonly notifications?: "shown" | "refused" | "unsupported";
  /** Windows: the click on a notification that started the app. */
  readonly activation?: { readonly type: string; readonly arguments: string };
  /** macOS: the notification that was clicked to start the app, and those that still are in its list, by their ids. */
  readonly launchedBy?: string;
  readonly delivered?: readonly string[];
  readonly onBattery?: boolean;
  readonly wasOpenedAtLogin?: boolean;
  readonly loginStatus?: "not-registered" | "enabled" | "requires-approval" | "not-found";
  /** A browser that the test shares, in place of one of the stand-in's own. */
  readonly browser?: SharedBrowser;
}

export interface OrderMessage {
  readonly id: number;
  readonly order: Order;
}
export type AnswerMessage =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };
