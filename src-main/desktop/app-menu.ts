import type { MenuItemConstructorOptions } from "electron";
import { text } from "../words.ts";

export type MenuAct = "new-chat" | "quick-ask" | "settings" | "zoom-in" | "zoom-out" | "zoom-reset" | "quit";

type Item = MenuItemConstructorOptions;
const separator: Item = { type: "separator" };

/** The menus of the app: on macOS nothing can be copied or pasted without them, elsewhere Alt shows them. */
export function appMenu(platform: NodeJS.Platform, act: (act: MenuAct) => void): Item[] {
  const isMac = platform === "darwin";
  const line = (name: MenuAct, label: string, accelerator?: string): Item => ({
    label,
    click: () => act(name),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const settings = line("settings", text("desktop.menu.settings"), "CommandOrControl+,");
  const chats = [
    line("new-chat", text("desktop.tray.newChat"), "CommandOrControl+N"),
    line("quick-ask", text("desktop.tray.quickAsk")),
  ];
  return [
    ...(isMac ? [macMenu(settings, line("quit", text("desktop.tray.quit"), "Command+Q"))] : []),
    {
      label: text("desktop.menu.file"),
      submenu: [
        ...chats,
        separator,
        ...(isMac ? [] : [settings, separator]),
        { role: "close", label: text("desktop.menu.close") },
        ...(isMac ? [] : [line("quit", text("desktop.tray.quit"), platform === "win32" ? "Alt+F4" : "Control+Q")]),
      ],
    },
    { label: text("desktop.menu.edit"), submenu: editLines(isMac) },
    {
      label: text("desktop.menu.view"),
      submenu: [
        line("zoom-in", text("desktop.menu.zoomIn"), "CommandOrControl+Plus"),
        // The key with the plus is that of the equals sign on many boards.
        {
          ...line("zoom-in", text("desktop.menu.zoomIn"), "CommandOrControl+="),
          visible: false,
          acceleratorWorksWhenHidden: true,
        },
        line("zoom-out", text("desktop.menu.zoomOut"), "CommandOrControl+-"),
        line("zoom-reset", text("desktop.menu.zoomReset"), "CommandOrControl+0"),
        separator,
        { role: "togglefullscreen", label: text("desktop.menu.fullScreen") },
        { role: "toggleDevTools", label: text("desktop.menu.devTools") },
      ],
    },
    { role: "windowMenu", label: text("desktop.menu.window") },
    ...(isMac
      ? [{ role: "help", label: text("desktop.menu.help"), submenu: [{ ...settings, accelerator: "" }] } satisfies Item]
      : []),
  ];
}

function macMenu(settings: Item, quit: Item): Item {
  return {
    label: text("app.name"),
    submenu: [
      { role: "about", label: text("desktop.menu.about") },
      separator,
      settings,
      separator,
      { role: "services" },
      separator,
      { role: "hide" },
      { role: "hideOthers" },
      { role: "unhide" },
      separator,
      quit,
    ],
  };
}

function editLines(isMac: boolean): Item[] {
  return [
    { role: "undo", label: text("desktop.menu.undo") },
    { role: "redo", label: text("desktop.menu.redo") },
    separator,
    { role: "cut", label: text("desktop.menu.cut") },
    { role: "copy", label: text("desktop.menu.copy") },
    { role: "paste", label: text("desktop.menu.paste") },
    { role: "pasteAndMatchStyle", label: text("desktop.menu.pastePlain") },
    { role: "delete", label: text("desktop.menu.delete") },
    { role: "selectAll", label: text("desktop.menu.selectAll") },
    ...(isMac
      ? [
          separator,
          {
            label: text("desktop.menu.speech"),
            submenu: [{ role: "startSpeaking" }, { role: "stopSpeaking" }],
          } satisfies Item,
        ]
      : []),
  ];
}
