import { EventEmitter } from "node:events";
import type * as Electron from "electron";
import { machine } from "./machine.ts";
import type { SeenNotification } from "./protocol.ts";

type Activation = (details: Electron.ActivationArguments) => void;

export class Notification extends EventEmitter {
  static readonly all: Notification[] = [];
  readonly options: Electron.NotificationConstructorOptions;
  isClosed = false;

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.options = options;
  }

  static isSupported(): boolean {
    return machine.notifications !== "unsupported";
  }

  static handleActivation(callback: Activation): void {
    if (machine.activation !== undefined) callback(machine.activation);
  }

  static async getHistory(): Promise<readonly Notification[]> {
    const delivered = (machine.delivered ?? []).map((id) => new Notification({ id }));
    Notification.all.push(...delivered);
    return delivered;
  }

  get id(): string {
    return this.options.id ?? "";
  }

  /** Told later, as by a system. */
  show(): void {
    Notification.all.push(this);
    setImmediate(() => {
      if (machine.notifications === "refused" && process.platform !== "linux") this.emit("failed", {}, "not allowed");
      else this.emit("show", {});
    });
  }

  close(): void {
    this.isClosed = true;
    this.emit("close", {});
  }

  seen(): SeenNotification {
    const { title = "", body = "", silent = false, groupId, actions = [] } = this.options;
    return {
      id: this.id,
      title,
      body,
      silent,
      groupId: groupId ?? null,
      actions: actions.map(({ text }) => text ?? ""),
      isClosed: this.isClosed,
    };
  }
}
