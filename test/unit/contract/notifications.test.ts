import { describe, expect, it } from "vitest";
import type { PerchEvent } from "../../../src-preload/contract/events.ts";
import { messageIdSchema, runIdSchema, type SessionKey, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { decideNotice, happeningOf, joinGroup, newReports } from "../../../src-preload/contract/notifications.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { type Settings, settingsSchema } from "../../../src-preload/contract/settings.ts";
import { reportOf } from "../../support/home-facts.ts";
import { askOf } from "../../support/mcp/asks.ts";
import { approvalOf, eventOf } from "../../support/window-facts.ts";

const key = (text: string): SessionKey => sessionKeySchema.parse(text);
const chats = {
  titleOf: () => "Tax folder",
  messageOf: (runId: string) => messageIdSchema.parse(`last of ${runId}`),
};

type RunEnd = Extract<PerchEvent, { type: "run-end" }>;

function ended(chat: string, reason: RunEnd["reason"], text = "Done.", error?: RunEnd["error"]): PerchEvent {
  const run = { sessionKey: key(chat), runId: runIdSchema.parse("r1"), reason, text, usage: null };
  return eventOf({ topic: "agent", type: "run-end", ...run, ...(error === undefined ? {} : { error }) });
}

const inRunOf = ({ sessionKey, runId }: PendingApproval) => ({ sessionKey, runId });

function asked(reversible: boolean, more: Partial<PendingApproval> = {}): PerchEvent {
  const known = approvalOf("a1");
  const subject = { ...known.subject, title: "move 46 files", reversible };
  const about = { sessionKey: key("desktop:a"), messageId: messageIdSchema.parse("m1"), subject };
  const approval = { ...known, ...about, ...more };
  return eventOf({ topic: "approval", type: "approval-request", ...inRunOf(approval), approval });
}

function wishes(more: Partial<Settings["ui"]["notifications"]> = {}): Settings["ui"]["notifications"] {
  return { ...settingsSchema.parse({}).ui.notifications, ...more };
}

const finished = happeningOf(ended("desktop:a", "answer"), chats);
if (finished === null) throw new Error("an end is nothing");
const noon = 12 * 60;

describe("what is worth a notification", () => {
  it("is the end of a run of a person, at its last message", () => {
    expect(finished).toMatchObject({
      kind: "finished",
      title: "Tax folder",
      body: "Done.",
      chat: "desktop:a",
      message: "last of r1",
    });
    const error = { code: "x", message: "The key was refused." };
    expect(happeningOf(ended("desktop:a", "budget", "Half"), chats)).toMatchObject({ kind: "failed", body: "Half" });
    expect(happeningOf(ended("desktop:a", "error", "", error), chats)).toMatchObject({
      kind: "failed",
      body: error.message,
    });
  });

  it("is nothing that the person did, and nothing that the Inbox reports", () => {
    expect(happeningOf(ended("desktop:a", "stopped"), chats)).toBeNull();
    const ask = askOf("x", { parent: key("desktop:a") });
    const opened = eventOf({ topic: "mcp", type: "ask-opened", sessionKey: ask.sessionKey, ask });
    const asked = { kind: "needsYou", title: "Tax folder", body: "desk: Which table?", chat: "desktop:a" };
    expect(happeningOf(opened, chats)).toMatchObject(asked);
    for (const chat of ["cron:j:1", "heartbeat:main", "subagent:s"]) {
      expect(happeningOf(ended(chat, "answer"), chats)).toBeNull();
    }
  });

  it("is a call that waits, in the chat that a person knows", () => {
    expect(happeningOf(asked(true), chats)).toMatchObject({
      kind: "needsYou",
      body: "move 46 files",
      chat: "desktop:a",
      message: "m1",
      approval: { id: "a1", canUndo: true },
    });
    const subagent = { parent: key("desktop:parent"), label: "x" };
    expect(happeningOf(asked(false, { subagent }), chats)).toMatchObject({ chat: "desktop:parent", message: null });
  });

  it("is a report that is new and unseen, of which the first look has none", () => {
    const old = reportOf("old", { kind: "news" });
    const kinds = ["result", "failure", "stopped", "missed", "asked", "reminder", "news"] as const;
    const added = kinds.map((kind) => reportOf(kind, { kind, title: kind, text: "**Rent** is due" }));
    const seen = reportOf("seen", { isSeen: true });
    expect(newReports(null, [old, ...added])).toEqual([]);
    const told = newReports([old], [old, seen, ...added]);
    expect(told.map(({ kind }) => kind)).toEqual(["results", "failed", "failed", "failed", "needsYou", "news", "news"]);
    expect(told[0]?.body).toBe("Rent is due");
  });

  it("is one line of words, however long and marked up it is", () => {
    const { body = "" } =
      happeningOf(ended("desktop:a", "answer", `# Sum\n\n- **a**\n\`\`\`js\n${"x ".repeat(90_000)}`), chats) ?? {};
    expect(body.length).toBeLessThanOrEqual(200);
    expect(body).toMatch(/^Sum - a x x .*…$/);
  });

  it("shows what would turn round or hide a part of it", () => {
    const told = newReports([], [reportOf("evil", { title: "C# \u202elive", text: "Pay \u202eevil" })]);
    expect(told).toMatchObject([{ title: "C# <202E>live", body: "Pay <202E>evil" }]);
  });
});

describe("a notification", () => {
  const decide = (more: Partial<Settings["ui"]["notifications"]>, minute = noon, seenChat: SessionKey | null = null) =>
    decideNotice(finished, { notifications: wishes(more), minute, seenChat });

  it("is not shown of the chat that the person looks at", () => {
    expect(decide({}, noon, key("desktop:a"))).toBeNull();
    expect(decide({}, noon, key("desktop:b"))).not.toBeNull();
  });

  it.each(["finished", "needsYou", "failed", "news", "results"] as const)(
    "of the kind %s can be switched off",
    (kind) => {
      const one = { ...finished, kind };
      expect(decideNotice(one, { notifications: wishes({ [kind]: false }), minute: noon, seenChat: null })).toBeNull();
      expect(decideNotice(one, { notifications: wishes(), minute: noon, seenChat: null })).not.toBeNull();
    },
  );

  it.each([
    ["22:00", "07:00", 21 * 60 + 59, true],
    ["22:00", "07:00", 22 * 60, false],
    ["22:00", "07:00", 3 * 60, false],
    ["22:00", "07:00", 7 * 60, true],
    ["12:00", "13:00", 12 * 60 + 30, false],
    ["12:00", "13:00", 13 * 60, true],
    ["09:00", "09:00", 1, false],
  ])("keeps quiet from %s to %s: at minute %i it is shown: %s", (from, to, minute, isShown) => {
    expect(decide({ quietHours: { from, to } }, minute) !== null).toBe(isShown);
  });

  it("says as much as the person wants, and allows nothing that it does not name", () => {
    const call = happeningOf(asked(true), chats) ?? finished;
    const shown = (privacy: "all" | "title" | "none") =>
      decideNotice(call, { notifications: wishes({ privacy }), minute: noon, seenChat: null });
    expect(shown("all")).toMatchObject({ title: "Tax folder", body: "move 46 files", approval: { canUndo: true } });
    expect(shown("title")).toMatchObject({ title: "Tax folder", body: null, approval: { canUndo: false } });
    expect(shown("none")).toMatchObject({ title: null, body: null, approval: { canUndo: false } });
  });

  it("is one for many that come at once, and another later", () => {
    const notice = decide({}) ?? { ...finished };
    const first = joinGroup(null, notice, 1000);
    const second = joinGroup(first, notice, 9000);
    expect(second.notices).toHaveLength(2);
    expect(joinGroup(second, notice, 19_001).notices).toHaveLength(1);
  });
});
