import { clipboard } from "electron";
import { maxMessageChars } from "../../src-preload/contract/bounds.ts";
import type { DesktopFacts, DesktopShell } from "../../src-preload/contract/desktop.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { assertNever, fail, ok } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import { reasonOf } from "../thrown.ts";
import { text } from "../words.ts";
import { chooseFolder } from "./choose-folder.ts";
import { loginState, setLoginItem } from "./login-item.ts";
import type { MainWindow } from "./main-window.ts";
import { inboxAddress, settingsAddress } from "./page-address.ts";
import type { PreferenceFile } from "./preference-file.ts";
import type { QuickWindow } from "./quick-window.ts";
import type { GlobalKey } from "./shortcut.ts";
import type { SystemNotifications } from "./system-notification.ts";
import type { Updates } from "./updates.ts";

interface DeskParts {
  readonly host: Host;
  readonly preferences: PreferenceFile;
  readonly key: GlobalKey;
  readonly notifications: SystemNotifications;
  readonly hasTray: () => boolean;
  readonly updates: Updates;
  readonly mainWindow: Pick<MainWindow, "show" | "window">;
  readonly quick: QuickWindow;
}

/** What Settings shows and sets of this desktop. */
export function createDesk({
  host,
  preferences,
  key,
  notifications,
  hasTray,
  updates,
  mainWindow,
  quick,
}: DeskParts): DesktopShell {
  async function describe(): Promise<DesktopFacts> {
    const { launchAtLogin, closeToTray } = preferences.current();
    return {
      notifications: notifications.state,
      shortcut: key.state,
      login: { isWanted: launchAtLogin, state: await loginState(host) },
      tray: { hasTray: hasTray(), isKept: closeToTray, isUsual: host.platform === "darwin" },
      updates: updates.facts,
    };
  }

  return {
    describe,
    async change({ shortcut, launchAtLogin, closeToTray, automaticUpdates }) {
      if (automaticUpdates !== undefined) updates.setAutomatic(automaticUpdates);
      if (shortcut !== undefined) {
        key.set(shortcut);
        preferences.change({ shortcut });
      }
      if (closeToTray !== undefined) preferences.change({ closeToTray, trayHintShown: true });
      if (launchAtLogin !== undefined) {
        try {
          await setLoginItem(launchAtLogin, host);
          preferences.change({ launchAtLogin });
        } catch (cause) {
          return fail(contractError("storage", text("desktop.loginFailed", { reason: reasonOf(cause) })));
        }
      }
      return ok(await describe());
    },
    async quick(act) {
      switch (act.act) {
        case "close":
          return quick.close();
        case "fit":
          return quick.fit(act.height);
        case "open":
          return quick.openChat(act.sessionKey);
        case "show":
          return quick.showsChat(act.sessionKey);
        default:
          return assertNever(act);
      }
    },
    folder: (from) => chooseFolder(mainWindow.window, from, host.paths.userHome),
    clipboard: async () => (await clipboard.readText()).slice(0, maxMessageChars),
    async test() {
      await new Promise<void>((resolve) => {
        // A system that says nothing of it is waited for no longer than a person would look for it.
        const patience = host.setTimer(testPatienceMs, resolve);
        const done = (): void => {
          patience[Symbol.dispose]();
          resolve();
        };
        notifications.show({
          title: text("desktop.test.title"),
          text: text("desktop.test.text"),
          address: inboxAddress,
          group: "test",
          buttons: [],
          onShown: done,
          onClick: () => mainWindow.show(settingsAddress),
          onButton: () => undefined,
          onRefused: done,
          onGone: done,
        });
      });
      return describe();
    },
    async update(act) {
      await updates[act]();
      return describe();
    },
  };
}

const testPatienceMs = 3000;
