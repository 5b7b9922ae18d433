import { contractError } from "../../src-preload/contract/errors.ts";
import { messageIdSchema, parseSessionKey, type SessionKey } from "../../src-preload/contract/ids.ts";
import type { Report } from "../../src-preload/contract/inbox.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { RouteInput } from "../../src-preload/contract/routes.ts";
import { isUnattendedKey } from "../../src-preload/contract/session-key.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { SessionEditor } from "../agent/session-editor.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import type { Clock } from "../host.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import type { Reports } from "./reports.ts";

type Answer = RouteInput<"inbox.answer">;
type Sender = { readonly senderId: string; readonly place: string };

/** Answers a report in its thread; the chat that has the answer. */
export type AnswerReport = (answer: Answer, sender: Sender) => AsyncResult<{ readonly sessionKey: SessionKey }>;

interface AnswerParts {
  readonly reports: Pick<Reports, "find" | "addChat">;
  readonly sessions: Pick<SessionStore, "view">;
  readonly loop: Pick<AgentLoop, "begin">;
  readonly editor: Pick<SessionEditor, "rename" | "update">;
  readonly bus: Pick<MessageBus, "publishInbound">;
  readonly clock: Pick<Clock, "now">;
  readonly strangerIn: (chat: SessionKey) => AsyncResult<string | null>;
}

/** What a chat that is begun is told of a thread. */
const mostMessages = 60;
const mostChars = 20_000;

export function createAnswerReport(parts: AnswerParts): AnswerReport {
  const { reports, sessions, bus, clock } = parts;

  /** The chats that may have the answer already; the first that is there takes it. Null: one is to be begun. */
  async function chatFor({ sessionKey, chats }: Report, profile: string | null): AsyncResult<SessionKey | null> {
    const begun = chats.flatMap((chat) => (chat.profile === profile ? [chat.sessionKey] : []));
    for (const key of profile === null && sessionKey !== null ? [sessionKey, ...begun] : begun) {
      const view = await sessions.view(key);
      if (view.ok) return ok(key);
      if (view.error.code !== "not-found") return view;
    }
    return ok(null);
  }

  /** Who else wrote of it: what its chat has read may stand in the report as well as in what was said since. */
  async function strangerOfThread({ stranger, sessionKey }: Report): AsyncResult<string | null> {
    if (stranger !== null || sessionKey === null) return ok(stranger);
    const found = await parts.strangerIn(sessionKey);
    return found.ok || found.error.code !== "not-found" ? found : ok(null);
  }

  async function begin(report: Report, { begin: key, profile, messageId }: Answer): AsyncResult<SessionKey> {
    if (isUnattendedKey(key)) return fail(contractError("invalid-input", text("job.report.key")));
    const words = await threadOf(report, sessions);
    const stranger = await strangerOfThread(report);
    if (!stranger.ok) return stranger;
    const begun = await parts.loop.begin(key, async (runner) => {
      const set = profile === null ? ok(undefined) : await parts.editor.update(runner.session, { profile });
      if (!set.ok) return set;
      // Before the chat has a word: what is answered twice finds it.
      const linked = await reports.addChat(report.id, { sessionKey: key, profile });
      if (!linked.ok) return linked;
      const origin = { name: report.title, sessionKey: report.sessionKey, from: "inbox" } as const;
      const id = messageIdSchema.parse(`${messageId.slice(0, 90)}_report`);
      const told = await runner.tell(words, { ...origin, stranger: stranger.value }, { id });
      return told.ok ? parts.editor.rename(runner.session, report.title.slice(0, 200)) : told;
    });
    return begun.ok ? ok(key) : begun;
  }

  return async (answer, { senderId, place }) => {
    const report = await reports.find(answer.id);
    if (!report.ok) return report;
    const there = await chatFor(report.value, answer.profile);
    if (!there.ok) return there;
    const chat = there.value === null ? await begin(report.value, answer) : ok(there.value);
    if (!chat.ok) return chat;
    const sessionKey = chat.value;
    const sent = await bus.publishInbound({
      ...parseSessionKey(sessionKey),
      id: answer.messageId,
      sessionKey,
      senderId,
      content: answer.text,
      media: [],
      metadata: { whenBusy: "queue", whenAsked: "wait", place, again: true },
      timestamp: clock.now(),
    });
    return sent.ok ? ok({ sessionKey }) : sent;
  };
}

/** What was reported, and what was said of it in its chat since. */
async function threadOf({ at, text: told, sessionKey }: Report, sessions: Pick<SessionStore, "view">): Promise<string> {
  const view = sessionKey === null ? null : await sessions.view(sessionKey);
  const page = view?.ok === true ? await view.value.page(mostMessages) : null;
  if (page?.ok !== true) return told;
  const said = page.value.messages.flatMap(({ message: { role, content, hidden, timestamp } }) => {
    const isSaid = (role === "user" || role === "assistant") && hidden !== true && content.trim() !== "";
    if (!isSaid || Date.parse(timestamp) <= at) return [];
    return [`${role === "user" ? "User" : "Assistant"}: ${content.trim()}`];
  });
  if (said.length === 0) return told;
  const words = said.join("\n\n");
  const cut = words.length > mostChars ? `… ${words.slice(-mostChars)}` : words;
  return `${told}\n\n${cut}`;
}
