import type { Report } from "./inbox.ts";
import type { InboxItem } from "./inbox-items.ts";

/* The parts of the Inbox that can be shown alone. */

export const inboxFilters = ["all", "waiting", "results", "problems", "news"] as const;
export type InboxFilter = (typeof inboxFilters)[number];

const filterOf: Readonly<Record<Report["kind"], Exclude<InboxFilter, "all">>> = {
  result: "results",
  failure: "problems",
  stopped: "problems",
  missed: "problems",
  asked: "waiting",
  reminder: "news",
  news: "news",
};

/** Whether it is shown where only these are. */
export function isShownBy(filter: InboxFilter, item: InboxItem): boolean {
  if (filter === "all") return true;
  return filter === (item.kind === "report" ? filterOf[item.report.kind] : "waiting");
}
