import { Notification } from "electron";
import type { DesktopFacts } from "../../src-preload/contract/desktop.ts";
import type { Host } from "../host.ts";
import { type NoticeBook, noticeOfWindows } from "./notice-book.ts";
import type { SystemNotice } from "./notify.ts";
import { inboxAddress } from "./page-address.ts";

/** Shows through the system, and remembers what it made of it. */
export interface SystemNotifications {
  show(notice: SystemNotice): Disposable;
  /** Clicks on those of a process that has ended open what they are about, also the one that started the app. */
  reopen(open: (address: string) => void): void;
  readonly state: DesktopFacts["notifications"];
}

/** One that nobody refers to any more is no longer heard: those that are shown are held, and no more than these. */
const mostHeld = 50;

interface SystemParts {
  readonly host: Pick<Host, "platform" | "createId" | "log">;
  readonly book: NoticeBook;
  /** The notification that started the app, as macOS tells; null where it was something else. */
  readonly startedBy: string | null;
}

export function createSystemNotifications({ host, book, startedBy }: SystemParts): SystemNotifications {
  const held = new Set<Notification>();
  /** Of a process that has ended; nobody else refers to them. */
  const earlier = new Set<Notification>();
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
      const id = host.createId();
      book.note(id, notice.address);
      const notification = new Notification({
        id,
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
    reopen(open) {
      // Of one that is held its own events tell.
      const openOf = (id: string): void => {
        if ([...held].every((one) => one.id !== id)) open(book.addressOf(id) ?? inboxAddress);
      };
      if (startedBy !== null) openOf(startedBy);
      if (host.platform === "win32") {
        Notification.handleActivation(({ arguments: words }) => openOf(noticeOfWindows(words) ?? ""));
      }
      if (host.platform !== "darwin") return;
      void Notification.getHistory().then(
        (delivered) => {
          for (const notification of delivered) {
            earlier.add(notification);
            notification.on("click", () => openOf(notification.id));
          }
        },
        (cause: unknown) => host.log("warn", "earlier notifications are not known", { reason: String(cause) }),
      );
    },
  };
}
