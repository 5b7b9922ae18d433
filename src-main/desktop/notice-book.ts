import type { PreferenceFile } from "./preference-file.ts";

/** What notifications are about, also those of a process that has ended. */
export interface NoticeBook {
  note(id: string, address: string): void;
  /** Null for one that nobody knows any more. */
  addressOf(id: string): string | null;
}

/** Older ones are out of the person's sight. */
const mostKept = 50;

export function createNoticeBook(preferences: Pick<PreferenceFile, "current" | "change">): NoticeBook {
  return {
    note(id, address) {
      preferences.change({ notices: [...preferences.current().notices, { id, address }].slice(-mostKept) });
    },
    addressOf: (id) => preferences.current().notices.find((one) => one.id === id)?.address ?? null,
  };
}

/** The notification that Windows tells of: `type=click&tag=ID`. Null where it names none. */
export function noticeOfWindows(words: string): string | null {
  return new URLSearchParams(words).get("tag");
}

/** The one that a person clicked on macOS to start the app, of what Electron hands to `ready`; null at any other start. */
export function noticeOfMac(launchInfo: unknown): string | null {
  if (typeof launchInfo !== "object" || launchInfo === null || !("identifier" in launchInfo)) return null;
  return typeof launchInfo.identifier === "string" ? launchInfo.identifier : null;
}
