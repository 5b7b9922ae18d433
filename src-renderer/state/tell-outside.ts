import type { PerchEvent } from "../../src-preload/contract/events.ts";
import { text } from "../ui/text.ts";
import type { BrowserNotices, NoticeNeeds } from "./browser-notices.ts";
import type { createDesktop } from "./desktop.ts";
import type { Notify } from "./notices.ts";

interface Needed extends NoticeNeeds {
  readonly desktop: ReturnType<typeof createDesktop>;
  readonly notify: Notify;
}

/**
 * What happens while the person looks elsewhere: told by the browser, once it is known that there is no desktop and that the person
 * has allowed it; and in the window what a desktop's system does not show.
 */
export function createTellOutside(needed: Needed) {
  const { desktop, notify } = needed;
  let notices: BrowserNotices | null = null;
  return {
    async begin(): Promise<void> {
      if (notices !== null || !("Notification" in window) || Notification.permission !== "granted") return;
      await desktop.load();
      if (desktop.store.getState().desktop !== null) return;
      const { createBrowserNotices } = await import("./browser-notices.ts");
      notices ??= createBrowserNotices(needed);
    },
    apply(events: readonly PerchEvent[]): void {
      notices?.apply(events);
      for (const event of events) {
        if (event.type !== "notice-unshown") continue;
        const { title, text: words, address } = event.notice;
        const open = (): void => {
          window.location.hash = address;
        };
        notify(`${title}: ${words}`, "plain", { label: text("notices.open"), run: open });
      }
    },
  };
}
