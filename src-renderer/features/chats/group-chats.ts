import type { SessionSummary } from "../../../src-preload/contract/session.ts";
import type { TextKey } from "../../ui/text.ts";
import { isSameDay } from "../../ui/time.ts";

export interface ChatGroup {
  readonly title: TextKey;
  readonly rows: readonly SessionSummary[];
  readonly counts: boolean;
}

interface Moment {
  readonly now: number;
  /** Whether what is said to run is known to run. */
  readonly isUp: boolean;
}

/** The list by what it asks of the person: what waits first, then what runs, then by time. */
export function groupChats(rows: readonly SessionSummary[], { now, isUp }: Moment): readonly ChatGroup[] {
  const sorted = rows.toSorted((a, b) => b.updatedAt - a.updatedAt);
  const taken = new Set<SessionSummary>();
  const take = (fits: (row: SessionSummary) => boolean): readonly SessionSummary[] => {
    const found = sorted.filter((row) => !taken.has(row) && fits(row));
    for (const row of found) taken.add(row);
    return found;
  };
  const groups: readonly ChatGroup[] = [
    { title: "chats.needsYou", rows: take((row) => row.state === "waiting"), counts: true },
    { title: "chats.running", rows: take((row) => isUp && row.state === "running"), counts: true },
    { title: "chats.pinned", rows: take((row) => row.pinned), counts: false },
    { title: "chats.today", rows: take((row) => isSameDay(row.updatedAt, now)), counts: false },
    { title: "chats.earlier", rows: take(() => true), counts: false },
  ];
  return groups.filter((group) => group.rows.length > 0);
}
