import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { BrowserNotices, NoticeNeeds } from "./browser-notices.ts";

/**
 * What happens while the person looks elsewhere: told by the browser, where the person has allowed it and there is no desktop; and
 * in the window what a desktop's system does not show. The code comes with the first of either.
 */
export function createTellOutside(needed: NoticeNeeds) {
  const code = () => import("./browser-notices.ts");
  let notices: BrowserNotices | null = null;
  return {
    async begin(): Promise<void> {
      const isAllowed = "Notification" in window && Notification.permission === "granted";
      if (isAllowed) notices ??= await (await code()).beginBrowserNotices(needed);
    },
    apply(events: readonly PerchEvent[]): void {
      notices?.apply(events);
      for (const event of events) {
        if (event.type === "notice-unshown")
          void code().then(({ tellUnshown }) => tellUnshown(event.notice, needed.notify));
      }
    },
  };
}
