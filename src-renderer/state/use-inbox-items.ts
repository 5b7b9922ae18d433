import { useMemo } from "react";
import type { Report } from "../../src-preload/contract/inbox.ts";
import { type InboxItem, inboxCount, inboxItems } from "../../src-preload/contract/inbox-items.ts";
import { usePick, useWindow } from "./context.ts";

const none: readonly Report[] = [];

/** The Inbox as it is now, of all stores that have a part of it. */
export function useInboxItems(): readonly InboxItem[] {
  const { inbox, asks: open, chats: listed, proposals: changes, reports: told } = useWindow();
  const approvals = usePick(inbox.store, (state) => state.approvals);
  const asks = usePick(open.store, (state) => state.asks);
  const chats = usePick(listed.store, (state) => state.rows);
  const proposals = usePick(changes.store, (state) => state.waiting);
  const reports = usePick(told.store, ({ list }) => (list.kind === "ready" ? list.reports : none));
  return useMemo(
    () => inboxItems({ approvals, asks, chats, proposals, reports }),
    [approvals, asks, chats, proposals, reports],
  );
}

/** What waits, and what was told and not seen. */
export function useInboxCount(): number {
  return inboxCount(useInboxItems());
}
