import { join } from "node:path";
import { ok } from "../../src-preload/contract/result.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { SessionEditor } from "../agent/session-editor.ts";
import { createInboxHandlers, type InboxDependencies } from "../api/inbox-handlers.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import { createAnswerReport } from "../inbox/answer-report.ts";
import { createOutbox, type Outbox } from "../inbox/outbox.ts";
import { createReports, type Reports } from "../inbox/reports.ts";
import { findNamedChat, strangerInChat } from "../sessions/mentioned-chat.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { createMessageTool } from "../tools/message-tool.ts";
import type { Tool } from "../tools/tool.ts";
import type { Core } from "./core.ts";

/** What was reported and what is to be told, before there is an agent. */
export interface OpenInbox extends AsyncDisposable {
  readonly reports: Reports;
  readonly outbox: Outbox;
  readonly tool: Tool;
}

export function openInbox({ host, files, events, ids }: Core, sessions: SessionStore): OpenInbox {
  const { home } = host.paths;
  const changed = (): void => events.publish({ topic: "inbox", type: "inbox-changed" });
  const reports = createReports({ host, files, path: join(home, "inbox.json"), changed });
  const path = join(home, "outbox.json");
  const outbox = createOutbox({ host, files, path, reports });
  const tool = createMessageTool({
    path,
    newId: ids.message,
    async find(chat, own) {
      const found = await findNamedChat(sessions, chat, own);
      return found.ok ? ok({ key: found.value.key, title: found.value.summary().title }) : found;
    },
    async titleOf(chat) {
      const view = await sessions.view(chat);
      return view.ok ? view.value.summary().title : chat;
    },
    strangerIn: (chat) => strangerInChat(sessions, chat),
    report: (draft) => reports.add(draft),
    async send(letter) {
      const kept = await outbox.keep(letter);
      if (kept.ok) void outbox.bring();
      return kept;
    },
  });
  return { reports, outbox, tool, [Symbol.asyncDispose]: () => outbox[Symbol.asyncDispose]() };
}

interface InboxNeeds extends Pick<InboxDependencies, "read"> {
  readonly inbox: Pick<OpenInbox, "reports" | "outbox">;
  readonly sessions: SessionStore;
  readonly loop: AgentLoop;
  readonly bus: MessageBus;
  readonly editor: SessionEditor;
}

/** What was reported, as clients see it; and from here on what is to be told to chats comes to them. */
export function createInboxFeature({ host }: Core, { inbox, sessions, loop, bus, editor, read }: InboxNeeds) {
  const { reports, outbox } = inbox;
  outbox.open((chat, { id, text, origin, stranger }, signal) =>
    loop.use(chat, (runner) => runner.tell(text, { ...origin, stranger }, { id, signal })),
  );
  const strangerIn = (chat: Parameters<typeof strangerInChat>[1]) => strangerInChat(sessions, chat);
  const answer = createAnswerReport({ reports, sessions, loop, editor, bus, clock: host, strangerIn });
  return {
    handlers: createInboxHandlers({ reports, answer, read }),
    /** What an earlier process could not bring any more. */
    stay: (): void => void outbox.bring(),
  };
}
