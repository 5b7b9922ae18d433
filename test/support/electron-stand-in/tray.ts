import { EventEmitter } from "node:events";
import { basename } from "node:path";
import { type Menu, seenItems } from "./menu.ts";
import type { Facts } from "./protocol.ts";

export class Tray extends EventEmitter {
  static shown: Tray | null = null;
  #image: string;
  #tooltip = "";
  #menu: Menu | null = null;
  #menusSet = 0;

  constructor(image: string) {
    super();
    this.#image = image;
    Tray.shown = this;
  }

  setImage(image: string): void {
    this.#image = image;
  }

  setToolTip(tooltip: string): void {
    this.#tooltip = tooltip;
  }

  setContextMenu(menu: Menu | null): void {
    this.#menu = menu;
    this.#menusSet += 1;
  }

  isDestroyed(): boolean {
    return Tray.shown !== this;
  }

  destroy(): void {
    if (Tray.shown === this) Tray.shown = null;
  }

  get menu(): Menu | null {
    return this.#menu;
  }

  seen(): NonNullable<Facts["tray"]> {
    return {
      image: basename(this.#image),
      tooltip: this.#tooltip,
      menu: seenItems(this.#menu),
      menusSet: this.#menusSet,
    };
  }
}
