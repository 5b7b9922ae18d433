import type { PerchEvent } from "../../src-preload/contract/events.ts";
import { text } from "../ui/text.ts";
import { type BrowserNotices, createBrowserNotices, type NoticeNeeds } from "./browser-notices.ts";
import type { createDesktop } from "./desktop.ts";
import type { Notify } from "./notices.ts";

export interface OutsideNeeds extends NoticeNeeds {
  readonly desktop: ReturnType<typeof createDesktop>;
  readonly notify: Notify;
}

/** Tells by the browser what happens while the person looks elsewhere, and in the window what a desktop's system does not show. */
export function createTeller(needed: OutsideNeeds) {
  let notices: BrowserNotices | null = null;
  return {
    /** The person has allowed the browser's notifications; they are used where there is no desktop. */
    async begin(): Promise<void> {
      await needed.desktop.load();
      if (needed.desktop.store.getState().desktop === null) notices ??= createBrowserNotices(needed);
    },
    apply(events: readonly PerchEvent[]): void {
      notices?.apply(events);
      for (const event of events) {
        if (event.type !== "notice-unshown") continue;
        const { title, text: words, address } = event.notice;
        const open = (): void => {
          window.location.hash = address;
        };
        needed.notify(`${title}: ${words}`, "plain", { label: text("notices.open"), run: open });
      }
    },
  };
}
