import { join } from "node:path";
import { Menu, Tray } from "electron";
import type { TrayAct, TrayLine } from "./tray-menu.ts";
import type { TrayState } from "./tray-state.ts";

interface TrayParts {
  readonly platform: NodeJS.Platform;
  /** Of the images. */
  readonly folder: string;
  readonly act: (act: TrayAct) => void;
  /** A click on the image, where the system has one beside its menu. */
  readonly click: () => void;
}

interface ShownTray extends Disposable {
  show(state: TrayState, tooltip: string, menu: readonly TrayLine[]): void;
}

/** macOS tints templates, and takes the larger file beside it by itself; Windows wants ICO files. */
const endings: Partial<Record<NodeJS.Platform, string>> = { darwin: "Template.png", win32: ".ico" };

/** The image in the tray with its menu. What is as it was is not set again. */
export function openTray({ platform, folder, act, click }: TrayParts): ShownTray {
  const imageOf = (state: TrayState): string => join(folder, `${state}${endings[platform] ?? ".png"}`);
  const tray = new Tray(imageOf("idle"));
  // On macOS a click opens the menu; on Linux nobody knows what an activation is, and the menu begins with "Open".
  if (platform === "win32") tray.on("click", click);
  let shown = { state: "idle" as TrayState, tooltip: "", menu: "" };
  return {
    show(state, tooltip, menu) {
      const next = { state, tooltip, menu: JSON.stringify(menu) };
      if (next.state !== shown.state) tray.setImage(imageOf(state));
      if (next.tooltip !== shown.tooltip) tray.setToolTip(tooltip);
      // A whole new one: on Linux a change of its lines does not show.
      if (next.menu !== shown.menu) tray.setContextMenu(Menu.buildFromTemplate(menu.map((line) => itemOf(line, act))));
      shown = next;
    },
    [Symbol.dispose]: () => tray.destroy(),
  };
}

function itemOf(line: TrayLine, act: TrayParts["act"]): Electron.MenuItemConstructorOptions {
  return line.kind === "separator" ? { type: "separator" } : { label: line.label, click: () => act(line.act) };
}
