import { app } from "electron";
import type { Connection } from "../../src-preload/contract/connection.ts";
import type { Host } from "../host.ts";
import { decideClose } from "./close-window.ts";
import { openPreferences } from "./electron-store-file.ts";
import { answerStart } from "./follow-starts.ts";
import { type FollowedTray, followTray } from "./follow-tray.ts";
import type { Instance } from "./instance.ts";
import { createMainWindow, type MainWindow } from "./main-window.ts";
import type { PreferenceFile } from "./preference-file.ts";
import { askAboutRuns, askAboutTray } from "./questions.ts";
import { createQuitting, type Quitting } from "./quitting.ts";
import { watchHome } from "./watch-home.ts";

interface ShellParts {
  readonly host: Host;
  readonly preload: string;
  readonly instance: Instance;
  /** To the agent, as the person at this desktop. */
  readonly connection: Connection;
}

/** All that a desktop has of Perch: its window, its tray, how it ends. */
export function openShell({ host, preload, instance, connection }: ShellParts): void {
  const preferences = openPreferences(host);
  let tray: FollowedTray | null = null;
  const quitting = createQuitting({
    isBusy: () => isBusy(connection),
    ask: () => askAboutRuns(mainWindow.window),
    quit: () => app.quit(),
    hide: () => mainWindow.hide(),
  });
  const mainWindow = createMainWindow({
    host,
    preload,
    preferences,
    onClose: () => {
      if (quitting.isDecided) return false;
      closeWindow({ host, preferences, mainWindow, quitting, hasTray: tray?.isThere ?? false });
      return true;
    },
    onShow: () => quitting.cancel(),
  });
  const home = watchHome({
    connection,
    heard: () => undefined,
    changed: () => {
      quitting.changed();
      tray?.changed();
    },
  });
  const starts = { log: host.log, show: mainWindow.show };
  answerStart(instance.asked, starts);
  instance.listen((asked) => answerStart(asked, starts));
  void followTray({
    host,
    connection,
    mainWindow,
    facts: () => home.facts,
    quickAsk: () => mainWindow.show(),
    quit: () => quitting.request(),
  }).then((followed) => {
    tray = followed;
  });
  followEnd(quitting, mainWindow);
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
