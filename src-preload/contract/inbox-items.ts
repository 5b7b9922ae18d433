import { burstsOf } from "./approval-bursts.ts";
import type { Report } from "./inbox.ts";
import type { McpAsk } from "./mcp-asks.ts";
import type { PendingApproval, SessionSummary } from "./session.ts";

/*
 * The Inbox as one list: what waits for the person, wherever it is kept, and what was reported. Without zod, for pages.
 */

/** One thing of the Inbox. `at`: since when, in milliseconds since 1970. */
export type InboxItem = { readonly id: string; readonly at: number } & (
  | {
      readonly kind: "approval";
      /** Decided together: one, or the like calls of one reply. */
      readonly approvals: readonly PendingApproval[];
    }
  /** A server asks for something in the middle of a call. */
  | { readonly kind: "ask"; readonly ask: McpAsk }
  /** The last turn of this chat ended with a question. */
  | { readonly kind: "question"; readonly chat: SessionSummary }
  /** Changes of the memory, which are decided on its page. */
  | { readonly kind: "memory"; readonly count: number }
  | { readonly kind: "report"; readonly report: Report }
);

/** What the list is made of, each as its own store has it. */
export interface InboxSources {
  readonly approvals: readonly PendingApproval[];
  readonly asks: readonly McpAsk[];
  readonly chats: readonly SessionSummary[];
  readonly proposals: readonly { readonly time: number }[];
  readonly reports: readonly Report[];
}

/**
 * What waits comes first, what has waited longest before the rest: what the keys decide must not change under the hand when
 * something new comes. Then what was told, the newest first.
 */
export function inboxItems({ approvals, asks, chats, proposals, reports }: InboxSources): readonly InboxItem[] {
  const items: InboxItem[] = [
    ...burstsOf(approvals).flatMap((burst): readonly InboxItem[] => {
      const [first] = burst;
      if (first === undefined) return [];
      return [{ kind: "approval", id: `approval ${first.approvalId}`, at: first.requestedAt, approvals: burst }];
    }),
    ...asks.map((ask): InboxItem => ({ kind: "ask", id: `ask ${ask.id}`, at: ask.askedAt, ask })),
    ...chats.flatMap((chat): readonly InboxItem[] =>
      chat.state === "asks" ? [{ kind: "question", id: `question ${chat.key}`, at: chat.updatedAt, chat }] : [],
    ),
    ...reports.map((report): InboxItem => ({ kind: "report", id: report.id, at: report.at, report })),
  ];
  const [proposal] = proposals;
  if (proposal !== undefined) items.push({ kind: "memory", id: "memory", at: proposal.time, count: proposals.length });
  const [waiting, told] = [items.filter(isWaiting), items.filter((item) => !isWaiting(item))];
  return [...waiting.toSorted((a, b) => a.at - b.at), ...told.toSorted((a, b) => b.at - a.at)];
}

/** Whether the person has to say something. */
export function isWaiting(item: InboxItem): boolean {
  return item.kind !== "report" || item.report.kind === "asked";
}

/** What the badge says: all that waits, and what was told and not seen. */
export function inboxCount(items: readonly InboxItem[]): number {
  return items.filter((item) => isWaiting(item) || (item.kind === "report" && !item.report.isSeen)).length;
}
