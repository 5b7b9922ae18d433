import type * as Electron from "electron";
import type { SeenMenuItem } from "./protocol.ts";

type Template = readonly Electron.MenuItemConstructorOptions[];

/** A menu as it was described; nothing of the system is drawn. */
export class Menu {
  readonly template: Template;

  private constructor(template: Template) {
    this.template = template;
  }

  static application: Menu | null = null;
  static poppedUp: Menu | null = null;

  static buildFromTemplate(template: Electron.MenuItemConstructorOptions[]): Menu {
    return new Menu(template);
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.application = menu;
  }

  popup(): void {
    Menu.poppedUp = this;
  }

  choose(label: string): void {
    const item = itemsOf(this.template).find((one) => one.label === label);
    if (item === undefined) throw new Error(`the menu has no line ${label}: ${JSON.stringify(seenItems(this))}`);
    if (item.enabled === false) throw new Error(`the line ${label} cannot be chosen`);
    // What Electron hands over is of no use without its real items; ours look at none of it.
    Reflect.apply(item.click ?? (() => undefined), item, []);
  }
}

function itemsOf(template: Template): Template {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);
}

export function seenItems(menu: Menu | null): readonly SeenMenuItem[] {
  return menu === null ? [] : menu.template.filter(({ visible }) => visible !== false).map(seenItem);
}

function seenItem(item: Electron.MenuItemConstructorOptions): SeenMenuItem {
  const { label = "", role, type, accelerator, enabled = true, submenu } = item;
  return {
    label,
    enabled,
    ...(role === undefined ? {} : { role }),
    ...(type === undefined ? {} : { type }),
    ...(accelerator === undefined ? {} : { accelerator }),
    ...(Array.isArray(submenu) ? { submenu: submenu.map(seenItem) } : {}),
  };
}
