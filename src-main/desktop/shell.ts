import { join } from "node:path";
import { app, globalShortcut } from "electron";
import type { Connection } from "../../src-preload/contract/connection.ts";
import type { DesktopShell } from "../../src-preload/contract/desktop.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isSessionKey } from "../../src-preload/contract/session-key.ts";
import type { Host } from "../host.ts";
import type { AgentLink } from "./agent-link.ts";
import type { MenuAct } from "./app-menu.ts";
import { decideClose } from "./close-window.ts";
import { createDesk } from "./desk.ts";
import { openPreferences } from "./electron-store-file.ts";
import { answerStart } from "./follow-starts.ts";
import { type FollowedTray, followTray } from "./follow-tray.ts";
import type { Instance } from "./instance.ts";
import { createMainWindow, type MainWindow } from "./main-window.ts";
import { followFields, installAppMenu, zoom } from "./menus.ts";
import { createNoticeBook } from "./notice-book.ts";
import { createNotifier, type Notifier } from "./notify.ts";
import { chatAddress, newChatAddress, settingsAddress } from "./page-address.ts";
import { openOutside } from "./permissions.ts";
import { followPower, followSession } from "./power.ts";
import type { PreferenceFile } from "./preference-file.ts";
import { askAboutCrash, askAboutHang, askAboutRuns, askAboutTray, askAboutUnsaved } from "./questions.ts";
import { createQuickWindow, type QuickWindow } from "./quick-window.ts";
import { createQuitting, type Quitting } from "./quitting.ts";
import { installQuickWays } from "./shell-marks.ts";
import { createGlobalKey } from "./shortcut.ts";
import { createSystemNotifications, type SystemNotifications } from "./system-notification.ts";
import { openUpdateSource, whyNoUpdates } from "./update-source.ts";
import { createUpdates, type UpdateParts } from "./updates.ts";
import { type WatchedHome, watchHome } from "./watch-home.ts";
import { followCrashes, logChildCrashes } from "./window-crash.ts";

interface ShellParts {
  readonly host: Host;
  readonly preload: string;
  readonly instance: Instance;
  /** To the agent, which may be that of another process. */
  readonly link: AgentLink;
}

interface Shell {
  /** What Settings shows and sets. */
  readonly desk: DesktopShell;
  /** Ends the app in order without a question: another process gets its home. */
  leave(): void;
}

/** All that a desktop has of Perch: its window, its tray, what the system tells and is told, how it ends. */
export function openShell(parts: ShellParts): Shell {
  const { host, instance, link } = parts;
  const { connection } = link;
  const preferences = openPreferences(host);
  const book = createNoticeBook(preferences);
  const notifications = createSystemNotifications({ host, book, startedBy: instance.startedBy() });
  let tray: FollowedTray | null = null;
  const hasTray = (): boolean => tray?.isThere ?? false;
  const quitting = createQuitting({
    // The agent of another process goes on without this window.
    isBusy: async () => link.isOwn && (await isBusy(connection)),
    ask: () => askAboutRuns(mainWindow.window),
    quit: (by) => {
      if (by === "system" || !updates.endWithInstall()) app.quit();
    },
    hide: () => mainWindow.hide(),
  });
  const quit = (): void => quitting.request();
  const updates = openUpdates({ host, connection, preferences, quit });
  const mainWindow = createMainWindow({
    host,
    preload: parts.preload,
    preferences,
    onClose: () => {
      if (quitting.isDecided) return false;
      closeWindow({ host, preferences, mainWindow, quitting, hasTray: hasTray() });
      return true;
    },
    mayLoseUnsaved: askAboutUnsaved,
    onStay: () => quitting.cancel(),
    onShow: () => quitting.cancel(),
    onCreate: (window) => {
      followFields(window, preferences);
      followSession(window, quitting.now);
      followCrashes(window, { host, askAboutCrash, askAboutHang, openLogs: () => openLogs(host), quit });
    },
  });
  const home: WatchedHome = watchHome({
    connection,
    heard: (event) => notifier.heard(event),
    changed: () => {
      quitting.changed();
      tray?.changed();
      notifier.reported(home.facts.reports);
    },
  });
  const notifier = openNotifier(parts, { mainWindow, notifications, home: () => home, quick: () => quick });
  const quick = createQuickWindow({
    host,
    preload: parts.preload,
    onCreate: (window) => followFields(window, preferences),
    openChat: (key) => mainWindow.show(chatAddress(key)),
  });
  const quickAsk = quick.toggle;
  const key = createGlobalKey(globalShortcut, quickAsk);
  key.set(preferences.current().shortcut);
  installQuickWays(host.platform, { newChat: () => mainWindow.show(newChatAddress), quickAsk });
  const starts = { log: host.log, show: mainWindow.show, quickAsk };
  answerStart(instance.asked, starts);
  instance.listen((asked) => answerStart(asked, starts));
  notifications.reopen(mainWindow.show);
  void followTray({ host, connection, mainWindow, facts: () => home.facts, quickAsk, quit }).then((followed) => {
    tray = followed;
  });
  installAppMenu(host.platform, (act) => actOnMenu(act, { mainWindow, preferences, quickAsk, quit }));
  followPower({ wake: link.wake, keep: mainWindow.keep, end: quitting.now });
  followEnd(quitting, mainWindow);
  logChildCrashes(host);
  const desk = createDesk({ host, preferences, key, notifications, hasTray, updates, mainWindow, quick });
  return { desk, leave: quitting.now };
}

function openUpdates({
  host,
  connection,
  ...given
}: { readonly host: Host; readonly connection: Connection } & Pick<UpdateParts, "preferences" | "quit">) {
  return createUpdates({
    ...given,
    host,
    whyNone: whyNoUpdates(host.env),
    open: openUpdateSource,
    // The home may be that of another process: the one that has it makes the backup.
    beforeUpdate: () => connection.request("backups.make", { reason: "update" }),
  });
}

/** In the file manager: no program is known that shows lines of JSON. */
function openLogs(host: Host): void {
  void openOutside(join(host.paths.home, "logs")).catch((cause: unknown) => {
    host.log("warn", "the folder of the log could not be opened", { reason: String(cause) });
  });
}

interface NotifierParts {
  readonly mainWindow: MainWindow;
  readonly notifications: SystemNotifications;
  readonly home: () => WatchedHome;
  readonly quick: () => QuickWindow;
}

function openNotifier(parts: ShellParts, { mainWindow, notifications, home, quick }: NotifierParts): Notifier {
  const { host, link } = parts;
  const { connection } = link;
  return createNotifier({
    host,
    facts: () => home().facts,
    async wishes() {
      const read = await connection.request("settings.get", {});
      return read.ok ? read.value.settings.ui.notifications : null;
    },
    seenChat: () => (mainWindow.isFocused ? chatOf(mainWindow.address) : quick().seenChat),
    show: notifications.show,
    open: mainWindow.show,
    tellWindow: link.tell,
    async answer(approvalId, decision) {
      return (await connection.request("approval.answer", { approvalId, decision })).ok;
    },
  });
}

/** The chat that an address of the window names. */
function chatOf(address: string): SessionKey | null {
  const [, page, key = ""] = address.split("?")[0]?.split("/") ?? [];
  const named = page === "chats" ? decodeURIComponent(key) : "";
  return isSessionKey(named) ? named : null;
}

interface MenuParts {
  readonly mainWindow: MainWindow;
  readonly preferences: PreferenceFile;
  readonly quickAsk: () => void;
  readonly quit: () => void;
}

function actOnMenu(act: MenuAct, { mainWindow, preferences, quickAsk, quit }: MenuParts): void {
  const { window } = mainWindow;
  const acts: Readonly<Record<MenuAct, () => void>> = {
    "new-chat": () => mainWindow.show(newChatAddress),
    "quick-ask": quickAsk,
    settings: () => mainWindow.show(settingsAddress),
    "zoom-in": () => window !== null && zoom(window, preferences, 1),
    "zoom-out": () => window !== null && zoom(window, preferences, -1),
    "zoom-reset": () => window !== null && zoom(window, preferences, null),
    quit,
  };
  acts[act]();
}

/** Who else ends the app asks too; the system does not. */
function followEnd(quitting: Quitting, mainWindow: MainWindow): void {
  app.on("activate", () => mainWindow.show());
  // Without a listener the end of the last window is the end of the app.
  app.on("window-all-closed", () => undefined);
  app.on("before-quit", (event) => {
    mainWindow.keep();
    if (quitting.isDecided) return;
    event.preventDefault();
    quitting.request();
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => quitting.now());
}

async function isBusy(connection: Connection): Promise<boolean> {
  const status = await connection.request("system.status", {});
  return status.ok && status.value.runs.some(({ state }) => state === "running");
}

interface Closing {
  readonly host: Host;
  readonly preferences: PreferenceFile;
  readonly mainWindow: MainWindow;
  readonly quitting: Quitting;
  readonly hasTray: boolean;
}

function closeWindow({ host, preferences, mainWindow, quitting, hasTray }: Closing): void {
  const { closeToTray, trayHintShown } = preferences.current();
  const decided = decideClose({ platform: host.platform, hasTray, closeToTray, wasAsked: trayHintShown });
  if (decided === "hide") mainWindow.hide();
  else if (decided === "quit") quitting.request();
  else {
    void askAboutTray(mainWindow.window).then((isKept) => {
      preferences.change({ closeToTray: isKept, trayHintShown: true });
      if (isKept) mainWindow.hide();
      else quitting.request();
    });
  }
}
