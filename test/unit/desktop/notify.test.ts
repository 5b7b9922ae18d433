import { describe, expect, it } from "vitest";
import { nothingKnown } from "../../../src-main/desktop/home-facts.ts";
import { createNotifier, type SystemNotice } from "../../../src-main/desktop/notify.ts";
import type { PerchEvent } from "../../../src-preload/contract/events.ts";
import { messageIdSchema, runIdSchema, type SessionKey, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";
import { chatRow, reportOf } from "../../support/home-facts.ts";
import { assistantRecord } from "../../support/records.ts";
import { approvalOf, eventOf } from "../../support/window-facts.ts";

const key = (text: string): SessionKey => sessionKeySchema.parse(text);

const inRunOf = ({ sessionKey, runId }: PendingApproval) => ({ sessionKey, runId });

function call(id: string, chat = "desktop:a", reversible = true): PerchEvent {
  const known = approvalOf(id);
  const subject = { ...known.subject, title: "write plan.md", reversible };
  const approval = { ...known, sessionKey: key(chat), messageId: messageIdSchema.parse("m1"), subject };
  return eventOf({ topic: "approval", type: "approval-request", ...inRunOf(approval), approval });
}

function decided(id: string): PerchEvent {
  const approval = approvalOf(id);
  const said = { approvalId: approval.approvalId, decision: "deny", by: "window" } as const;
  return eventOf({ topic: "approval", type: "approval-decision", ...inRunOf(approval), ...said });
}

function answered(chat: string, id: string): PerchEvent {
  const run = {
    sessionKey: key(chat),
    runId: runIdSchema.parse(id),
    reason: "answer",
    text: "Done.",
    usage: null,
  } as const;
  return eventOf({ topic: "agent", type: "run-end", ...run });
}

interface BenchOptions {
  readonly platform?: NodeJS.Platform;
  readonly answers?: boolean;
}

function bench({ platform = "darwin", answers = true }: BenchOptions = {}) {
  const shown: (SystemNotice & { isGone: boolean })[] = [];
  const opened: string[] = [];
  const decided: string[] = [];
  const told: object[] = [];
  const state = { now: 1_000_000, seenChat: null as SessionKey | null };
  const notifier = createNotifier({
    host: {
      platform,
      now: () => state.now,
      localTime: () => ({ year: 2026, month: 1, day: 1, weekday: 1, hour: 12, minute: 0 }),
    },
    facts: () => ({ ...nothingKnown, chats: [chatRow("desktop:a", "idle", "Tax folder")] }),
    wishes: async () => settingsSchema.parse({}).ui.notifications,
    seenChat: () => state.seenChat,
    show(notice) {
      const one = { ...notice, isGone: false };
      shown.push(one);
      return {
        [Symbol.dispose]: () => {
          one.isGone = true;
        },
      };
    },
    open: (address) => void opened.push(address),
    answer: async (id, decision) => {
      decided.push(`${id} ${decision}`);
      return answers;
    },
    tellWindow: (notice) => void told.push(notice),
  });
  const hear = async (...events: readonly PerchEvent[]): Promise<void> => {
    for (const one of events) {
      notifier.heard(one);
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    }
  };
  return { notifier, shown, opened, decided, told, state, hear };
}

describe("a notification of the desktop", () => {
  it("opens the exact message when it is clicked", async () => {
    const { hear, shown, opened } = bench();
    const message = assistantRecord("m7", "Done.");
    const inRun = { sessionKey: key("desktop:a"), runId: runIdSchema.parse("r1") };
    await hear(eventOf({ topic: "session", type: "message-added", ...inRun, message }), answered("desktop:a", "r1"));
    expect(shown).toMatchObject([{ title: "Tax folder", text: "Done.", buttons: [], group: "finished" }]);
    shown[0]?.onClick();
    expect(opened).toEqual(["#/chats/desktop%3Aa?message=m7"]);
  });

  it("allows or denies a call that can be undone, where the system has buttons", async () => {
    const { hear, shown, decided } = bench();
    await hear(call("a1"));
    expect(shown[0]?.buttons).toEqual(["Allow once", "Deny"]);
    shown[0]?.onButton(0);
    await hear(call("a2"));
    shown[1]?.onButton(1);
    expect(decided).toEqual(["a1 allow-once", "a2 deny"]);
  });

  it("is only clicked on Linux, and where the call cannot be undone", async () => {
    const linux = bench({ platform: "linux" });
    await linux.hear(call("a1"));
    const final = bench();
    await final.hear(call("a1", "desktop:a", false));
    expect([linux.shown[0]?.buttons, final.shown[0]?.buttons]).toEqual([[], []]);
  });

  it("opens the chat where its button came too late", async () => {
    const { hear, shown, opened } = bench({ answers: false });
    await hear(call("a1"));
    shown[0]?.onButton(0);
    await hear();
    await Promise.resolve();
    expect(opened).toEqual(["#/chats/desktop%3Aa?message=m1"]);
  });

  it("is one for many at once, which names none of them", async () => {
    const { hear, shown, opened } = bench();
    await hear(call("a1"), call("a2"), call("a3", "desktop:b"));
    expect(shown.map(({ isGone }) => isGone)).toEqual([true, true, false]);
    expect(shown[2]).toMatchObject({ title: "Perch", text: "3 things need you", buttons: [] });
    shown[2]?.onClick();
    expect(opened).toEqual(["#/inbox"]);
  });

  it("opens the chat that all of them are of", async () => {
    const { hear, shown, opened } = bench();
    await hear(call("a1"), call("a2"));
    shown[1]?.onClick();
    expect(opened).toEqual(["#/chats/desktop%3Aa"]);
  });

  it("is one of its own once the last was answered, or long ago", async () => {
    const { hear, shown, state } = bench();
    await hear(call("a1"));
    shown[0]?.onClick();
    await hear(call("a2"));
    state.now += 60_000;
    await hear(call("a3"));
    expect(shown.map(({ text }) => text)).toEqual(["write plan.md", "write plan.md", "write plan.md"]);
  });

  it("goes when the call was decided elsewhere", async () => {
    const { hear, shown } = bench();
    await hear(call("a1"), decided("a1"));
    expect(shown[0]?.isGone).toBe(true);
  });

  it("is silent of the chat that the person looks at", async () => {
    const { hear, shown, state } = bench();
    state.seenChat = key("desktop:a");
    await hear(answered("desktop:a", "r1"), answered("desktop:b", "r2"));
    expect(shown).toMatchObject([{ title: "Perch" }]);
  });

  it("is told by the window where the system refuses it", async () => {
    const { hear, shown, told } = bench();
    await hear(call("a1"));
    shown[0]?.onRefused("not allowed");
    expect(told).toEqual([{ title: "Tax folder", text: "write plan.md", address: "#/chats/desktop%3Aa?message=m1" }]);
  });

  it("tells reports that come, and none that were there at the start", async () => {
    const { notifier, hear, shown, opened } = bench();
    const old = reportOf("old", { kind: "news" });
    notifier.reported([old]);
    const news = reportOf("new", { kind: "news", title: "Rent", text: "due", sessionKey: key("heartbeat:main") });
    notifier.reported([news, old]);
    await hear();
    notifier.reported([news, old]);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    expect(shown).toMatchObject([{ title: "Rent", text: "due" }]);
    shown[0]?.onClick();
    expect(opened).toEqual(["#/chats/heartbeat%3Amain"]);
  });
});
