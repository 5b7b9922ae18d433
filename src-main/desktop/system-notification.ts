import { Notification } from "electron";
import type { DesktopFacts } from "../../src-preload/contract/desktop.ts";
import type { SystemNotice } from "./notify.ts";

/** Shows through the system, and remembers what it made of it. */
export interface SystemNotifications {
  show(notice: SystemNotice): Disposable;
  readonly state: DesktopFacts["notifications"];
}

/** One that nobody refers to any more is no longer heard: those that are shown are held, and no more than these. */
const mostHeld = 50;

export function createSystemNotifications(): SystemNotifications {
  const held = new Set<Notification>();
  let state: DesktopFacts["notifications"] = { kind: "untried" };

  function release(notification: Notification): void {
    held.delete(notification);
  }

  return {
    get state() {
      return state;
    },
    show(notice) {
      if (!Notification.isSupported()) {
        state = { kind: "unsupported" };
        notice.onRefused("");
        return { [Symbol.dispose]: () => undefined };
      }
      const notification = new Notification({
        title: notice.title,
        body: notice.text,
        groupId: notice.group,
        actions: notice.buttons.map((text) => ({ type: "button", text })),
      });
      held.add(notification);
      const [oldest] = held;
      if (held.size > mostHeld && oldest !== undefined) release(oldest);
      notification.on("show", () => {
        state = { kind: "shown" };
        notice.onShown();
      });
      notification.on("click", () => {
        release(notification);
        notice.onClick();
      });
      notification.on("action", ({ actionIndex }) => {
        release(notification);
        notice.onButton(actionIndex);
      });
      notification.on("failed", (_event, reason) => {
        release(notification);
        state = { kind: "refused", reason };
        notice.onRefused(reason);
      });
      notification.on("close", () => {
        release(notification);
        notice.onGone();
      });
      notification.show();
      return { [Symbol.dispose]: () => notification.close() };
    },
  };
}
