import { join } from "node:path";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import { clockWords } from "../local-day.ts";
import type { HomeFacts } from "./home-facts.ts";
import type { MainWindow } from "./main-window.ts";
import { newChatAddress } from "./page-address.ts";
import { showCount } from "./shell-marks.ts";
import { openTray } from "./tray.ts";
import { hasTrayHost } from "./tray-host.ts";
import { type TrayAct, trayMenu, trayTooltip } from "./tray-menu.ts";
import { trayFactsOf } from "./tray-state.ts";

interface TrayParts {
  readonly host: Host;
  readonly connection: Connection;
  readonly mainWindow: MainWindow;
  readonly facts: () => HomeFacts;
  readonly quickAsk: () => void;
  readonly quit: () => void;
}

/** The tray and the badge, as the home is. */
export interface FollowedTray {
  /** An image shows that Perch is there, also without a window. */
  readonly isThere: boolean;
  changed(): void;
}

const hourMs = 3_600_000;

/** Opens it where something shows it: an image that nobody sees must not be all that there is of Perch. */
export async function followTray(parts: TrayParts): Promise<FollowedTray> {
  const { host, mainWindow, facts } = parts;
  const { platform } = host;
  const clock = (time: number): string => clockWords(host.localTime(time));
  const isThere = await hasTrayHost(platform, host.env);
  const tray = isThere
    ? openTray({
        platform,
        folder: join(host.paths.resources, "tray"),
        act: (act) => actOn(act, parts),
        click: () => (mainWindow.isFocused ? mainWindow.hide() : mainWindow.show()),
      })
    : null;
  if (tray === null) host.log("info", "nothing shows images of a tray here: closing the window ends Perch");
  function changed(): void {
    const now = trayFactsOf(facts(), host.now());
    tray?.show(now.state, trayTooltip(now, clock), trayMenu(now, { platform, clock }));
    showCount(platform, mainWindow.window, now.inbox);
  }
  changed();
  return { isThere, changed };
}

function actOn(act: TrayAct, { host, connection, mainWindow, quickAsk, quit }: TrayParts): void {
  switch (act.kind) {
    case "open":
      mainWindow.show(act.address ?? undefined);
      break;
    case "new-chat":
      mainWindow.show(newChatAddress);
      break;
    case "quick-ask":
      quickAsk();
      break;
    case "pause":
      void connection.request("job.pause", { until: pauseEnd(act.until, host.now()) });
      break;
    case "resume":
      void connection.request("job.resume", {});
      break;
    case "quit":
      quit();
      break;
    default:
      assertNever(act);
  }
}

/** Of today: midnight by the person's clock. In milliseconds since 1970. */
function pauseEnd(until: "hour" | "today", now: number): number {
  return until === "hour" ? now + hourMs : new Date(now).setHours(24, 0, 0, 0);
}
