import { describe, expect, it } from "vitest";
import { messageIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { type Report, reportSchema } from "../../../src-preload/contract/inbox.ts";
import { inboxFilters, isShownBy } from "../../../src-preload/contract/inbox-filters.ts";
import {
  type InboxItem,
  type InboxSources,
  inboxCount,
  inboxItems,
} from "../../../src-preload/contract/inbox-items.ts";
import type { PendingApproval, SessionSummary } from "../../../src-preload/contract/session.ts";
import { askOf } from "../../support/mcp/asks.ts";
import { approvalOf as knownApproval, rowOf } from "../../support/window-facts.ts";

/* The Inbox as one list. */

const reportOf = (id: string, at: number, given: Partial<Report> = {}): Report =>
  reportSchema.parse({ id, at, kind: "result", title: id, text: "", ...given });
const approvalOf = (approvalId: string, requestedAt: number, messageId = approvalId): PendingApproval => ({
  ...knownApproval(approvalId),
  messageId: messageIdSchema.parse(messageId),
  requestedAt,
});
const chatOf = (key: string, updatedAt: number, state: SessionSummary["state"]): SessionSummary => ({
  ...rowOf(state),
  key: sessionKeySchema.parse(key),
  updatedAt,
});

const sources: InboxSources = {
  approvals: [approvalOf("a_2", 50), approvalOf("a_1", 10, "m"), approvalOf("a_3", 11, "m")],
  asks: [askOf("x", { askedAt: 60 })],
  chats: [chatOf("cli:q", 30, "asks"), chatOf("cli:i", 31, "idle")],
  proposals: [{ time: 20 }, { time: 90 }],
  reports: [
    reportOf("seen", 100, { isSeen: true }),
    reportOf("old", 1),
    reportOf("late", 40, { kind: "asked", isSeen: true }),
    reportOf("broke", 99, { kind: "failure" }),
    reportOf("tea", 98, { kind: "reminder" }),
  ],
};
const ids = (items: readonly InboxItem[]): readonly string[] => items.map(({ id }) => id);

describe("the items", () => {
  it("have what waits first, what waits longest before the rest, and then what was told, the newest first", () => {
    expect(ids(inboxItems(sources))).toEqual([
      ...["approval a_1", "memory", "question cli:q", "late", "approval a_2", "ask x"],
      ...["seen", "broke", "tea", "old"],
    ]);
  });

  it("are one for calls that are decided together, and one for all changes of the memory", () => {
    const [burst, memory] = inboxItems(sources);
    expect(burst).toMatchObject({ kind: "approval", approvals: [{ approvalId: "a_1" }, { approvalId: "a_3" }] });
    expect(memory).toMatchObject({ kind: "memory", count: 2, at: 20 });
  });

  it("count where they wait, and where they were told and not seen", () => {
    expect(inboxCount(inboxItems(sources))).toBe(9);
    expect(inboxCount([])).toBe(0);
  });

  it("are each in one part beside all of them", () => {
    const items = inboxItems(sources);
    const shown = (filter: (typeof inboxFilters)[number]) => ids(items.filter((item) => isShownBy(filter, item)));
    expect(shown("all")).toEqual(ids(items));
    expect(shown("waiting")).toEqual(["approval a_1", "memory", "question cli:q", "late", "approval a_2", "ask x"]);
    expect(shown("results")).toEqual(["seen", "old"]);
    expect(shown("problems")).toEqual(["broke"]);
    expect(shown("news")).toEqual(["tea"]);
    const parts = inboxFilters.filter((one) => one !== "all").flatMap(shown);
    expect(parts.toSorted()).toEqual(ids(items).toSorted());
  });
});
