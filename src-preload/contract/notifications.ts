import type { PerchEvent } from "./events.ts";
import type { ApprovalId, MessageId, SessionKey } from "./ids.ts";
import type { Report } from "./inbox.ts";
import { assertNever } from "./result.ts";
import { revealLine } from "./reveal-controls.ts";
import { isUnattendedKey } from "./session-key.ts";
import type { Settings } from "./settings.ts";

/*
 * What is worth a notification of the system, and what one may say. Pure, for every host that shows them: the desktop app, and a
 * page in a browser.
 */

/** Kinds that a person switches on and off, one by one. */
export type NotificationKind = "finished" | "needsYou" | "failed" | "news" | "results";

/** Something that somebody may want to hear of who does not look. */
export interface Happening {
  readonly kind: NotificationKind;
  /** Of the chat or the report; "" where it has none. */
  readonly title: string;
  /** One line without markup. */
  readonly body: string;
  /** What a click opens; null: the Inbox. */
  readonly chat: SessionKey | null;
  readonly message: MessageId | null;
  /** A call that waits; `canUndo`: it may be allowed without a look at the window. */
  readonly approval: { readonly id: ApprovalId; readonly canUndo: boolean } | null;
}

/** What is shown. Null stands for a general sentence of the kind. */
export interface Notice extends Omit<Happening, "title" | "body"> {
  readonly title: string | null;
  readonly body: string | null;
}

interface KnownChats {
  readonly titleOf: (chat: SessionKey) => string;
  /** What the run of this id has said last. */
  readonly messageOf: (runId: string) => MessageId | null;
}

const mostBodyChars = 200;

/** What an event is to a person; null where it is nothing, or something that the Inbox reports. */
export function happeningOf(event: PerchEvent, { titleOf, messageOf }: KnownChats): Happening | null {
  if (event.type === "approval-request") {
    const { approvalId, sessionKey, messageId, subject, subagent } = event.approval;
    const chat = subagent?.parent ?? sessionKey;
    return {
      kind: "needsYou",
      title: revealLine(titleOf(chat)),
      body: oneLine(subject.title),
      chat,
      message: subagent === undefined ? messageId : null,
      approval: { id: approvalId, canUndo: subject.reversible },
    };
  }
  if (event.type === "ask-opened") {
    const { server, message, parent, sessionKey } = event.ask;
    const chat = parent ?? sessionKey;
    const body = oneLine(message === "" ? server : `${server}: ${message}`);
    return { kind: "needsYou", title: revealLine(titleOf(chat)), body, chat, message: null, approval: null };
  }
  // Of what runs by itself the Inbox has a report, and a sub-agent's end is told to its chat.
  if (event.type !== "run-end" || isUnattendedKey(event.sessionKey)) return null;
  const { sessionKey, runId, reason } = event;
  if (reason === "stopped") return null;
  const isFailed = reason !== "answer";
  return {
    kind: isFailed ? "failed" : "finished",
    title: revealLine(titleOf(sessionKey)),
    body: oneLine(isFailed ? (event.error?.message ?? event.text) : event.text),
    chat: sessionKey,
    message: messageOf(runId),
    approval: null,
  };
}

const kindOfReport: Readonly<Record<Report["kind"], NotificationKind>> = {
  result: "results",
  failure: "failed",
  stopped: "failed",
  missed: "failed",
  asked: "needsYou",
  reminder: "news",
  news: "news",
};

/** Reports that were not there before and that nobody has seen. `before` is null at the first look: then nothing is new. */
export function newReports(before: readonly Report[] | null, after: readonly Report[]): readonly Happening[] {
  if (before === null) return [];
  const known = new Set(before.map(({ id }) => id));
  return after
    .filter(({ id, isSeen }) => !isSeen && !known.has(id))
    .map(({ kind, title, text, sessionKey }) => ({
      kind: kindOfReport[kind],
      title: revealLine(title),
      body: oneLine(text),
      chat: sessionKey,
      message: null,
      approval: null,
    }));
}

interface Surroundings {
  readonly notifications: Settings["ui"]["notifications"];
  /** By the person's clock: of the day, in minutes. */
  readonly minute: number;
  /** The chat that is before the person's eyes; null where none is. */
  readonly seenChat: SessionKey | null;
}

/** What is shown of it; null where the person sees it anyway, does not want it, or wants it not now. */
export function decideNotice(happening: Happening, { notifications, minute, seenChat }: Surroundings): Notice | null {
  if (!isWanted(happening.kind, notifications) || isQuiet(notifications, minute)) return null;
  if (happening.chat !== null && happening.chat === seenChat) return null;
  const { title, body } = happening;
  switch (notifications.privacy) {
    case "all":
      return { ...happening, title: title === "" ? null : title, body: body === "" ? null : body };
    case "title":
      return { ...happening, title: title === "" ? null : title, body: null, approval: unnamed(happening) };
    case "none":
      return { ...happening, title: null, body: null, approval: unnamed(happening) };
    default:
      return assertNever(notifications.privacy);
  }
}

/** Nobody allows what they cannot read. */
function unnamed({ approval }: Happening): Notice["approval"] {
  return approval === null ? null : { ...approval, canUndo: false };
}

function isWanted(kind: NotificationKind, notifications: Surroundings["notifications"]): boolean {
  switch (kind) {
    case "finished":
      return notifications.finished;
    case "needsYou":
      return notifications.needsYou;
    case "failed":
      return notifications.failed;
    case "news":
      return notifications.news;
    case "results":
      return notifications.results;
    default:
      return assertNever(kind);
  }
}

/** From the one time up to, and without, the other; over midnight where that is the smaller one. The same twice: the whole day. */
function isQuiet({ quietHours }: Surroundings["notifications"], minute: number): boolean {
  if (quietHours === null) return false;
  const [from, to] = [minuteOf(quietHours.from), minuteOf(quietHours.to)];
  if (from === to) return true;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function minuteOf(time: string): number {
  const [hours = "0", minutes = "0"] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

/** Marks of markdown say nothing in a notification, and nothing in it may turn it round. */
function oneLine(text: string): string {
  const words = text.slice(0, 4 * mostBodyChars).replace(/```\w*|[*_`#>|]+/g, "");
  const plain = revealLine(words.replace(/\s+/g, " ").trim());
  return plain.length > mostBodyChars ? `${plain.slice(0, mostBodyChars - 1).trimEnd()}…` : plain;
}

/** One that stands for several of a kind: it names none of them, and opens their chat where it is the same. */
export interface NoticeGroup {
  readonly notices: readonly Notice[];
  /** When the last one came, in ms since 1970. */
  readonly at: number;
}

/** Those of a kind that come so soon after each other are one. */
const groupMs = 10_000;

/** What a click on a group opens: the one chat that all are of, at its message where it is one; null for the Inbox. */
export function targetOf({
  notices,
}: NoticeGroup): { readonly chat: SessionKey; readonly message: MessageId | null } | null {
  const [first] = notices;
  if (first === undefined || first.chat === null || notices.some(({ chat }) => chat !== first.chat)) return null;
  return { chat: first.chat, message: notices.length === 1 ? first.message : null };
}

/** So many runs are remembered. */
const mostRuns = 200;

/** What each run has said last. */
export function createLastMessages() {
  const messages = new Map<string, MessageId>();
  return {
    of: (runId: string): MessageId | null => messages.get(runId) ?? null,
    note(event: PerchEvent): void {
      if (event.type !== "message-added" || event.runId === undefined || event.message.role !== "assistant") return;
      messages.set(event.runId, event.message.id);
      const [oldest] = messages.keys();
      if (messages.size > mostRuns && oldest !== undefined) messages.delete(oldest);
    },
  };
}

/** With the ones of its kind that were just shown and that nobody has answered. */
export function joinGroup(before: NoticeGroup | null, notice: Notice, at: number): NoticeGroup {
  const isSoon = before !== null && at - before.at <= groupMs;
  return { notices: isSoon ? [...before.notices, notice] : [notice], at };
}
