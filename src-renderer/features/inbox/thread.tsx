import type { ReactNode } from "react";
import { burstsOf } from "../../../src-preload/contract/approval-bursts.ts";
import type { Report } from "../../../src-preload/contract/inbox.ts";
import type { AssistantMessage, UserMessage } from "../../../src-preload/contract/records.ts";
import type { SessionView } from "../../../src-preload/contract/reducers/session.ts";
import { streamedWords } from "../../../src-preload/contract/reducers/streamed-words.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { usePick } from "../../state/context.ts";
import type { OpenChatState } from "../../state/open-chat.ts";
import { placeHref } from "../../state/place.ts";
import type { ThreadChat } from "../../state/threads.ts";
import { useOpenAddress } from "../../state/use-open-address.ts";
import { ReportMarkdown } from "../../ui/markdown/report-markdown.tsx";
import noteStyles from "../../ui/note.module.css";
import proseStyles from "../../ui/prose.module.css";
import { text } from "../../ui/text.ts";
import { AnswerField } from "./answer-field.tsx";
import styles from "./thread.module.css";
import { useInboxParts } from "./use-inbox-parts.ts";

interface ThreadProps {
  readonly report: Report;
  readonly card: (approvals: readonly PendingApproval[]) => ReactNode;
}

/** What was said of a report since it came, and where it is answered. */
export function Thread({ report, card }: ThreadProps) {
  const { threads } = useInboxParts();
  const chats = usePick(threads.store, (state) => state.chats);
  return (
    <section className={styles.thread} aria-label={text("inbox.thread.label", { title: revealLine(report.title) })}>
      {chats.map((one) => (
        <ChatOfThread key={one.key} one={one} since={one.key === report.sessionKey ? report.at : 0} card={card} />
      ))}
      <AnswerField report={report} />
    </section>
  );
}

interface ChatProps extends Pick<ThreadProps, "card"> {
  readonly one: ThreadChat;
  /** What was said before is no part of it, in milliseconds since 1970. */
  readonly since: number;
}

function ChatOfThread({ one: { key, profile, chat }, since, card }: ChatProps) {
  const state = usePick(chat.store, (now) => now);
  if (state.kind === "failed") return <p className={noteStyles.failed}>{state.message}</p>;
  if (state.kind !== "open") return null;
  const { view } = state;
  const said = saidSince(view, since);
  const isSilent = said.length === 0 && view.run === null && view.queue.length === 0 && view.approvals.length === 0;
  if (isSilent) return null;
  const name = profile === null ? text("app.name") : `@${profile}`;
  return (
    <>
      {said.map((message) => (
        <Said
          key={message.id}
          who={message.role === "user" ? text("inbox.thread.you") : name}
          words={message.content}
        />
      ))}
      {burstsOf(view.approvals).map((burst) => (
        <div key={burst[0]?.approvalId}>{card(burst)}</div>
      ))}
      <Live state={state} name={name} />
      {view.queue.map(({ id, content }) => (
        <Said key={id} who={text("inbox.thread.you")} words={content} note={text("inbox.thread.queued")} />
      ))}
      <a className="link small" href={placeHref({ name: "chats", sessionKey: key })}>
        {text("inbox.thread.open")}
      </a>
    </>
  );
}

/** What is being written now, that something goes on, or why the last run failed. */
function Live({ state, name }: { readonly state: Extract<OpenChatState, { kind: "open" }>; readonly name: string }) {
  const { run, approvals } = state.view;
  if (run !== null && run.end === null) {
    const words = streamedWords(state.view);
    if (words !== "") return <Said who={name} words={words} isLive={true} />;
    return approvals.length > 0 ? null : <p className="small meta">{text("inbox.thread.working")}</p>;
  }
  const { failure } = state.facts;
  return failure === null ? null : <p className={noteStyles.failed}>{failure.message}</p>;
}

interface SaidProps {
  readonly who: string;
  readonly words: string;
  readonly note?: string;
  readonly isLive?: boolean;
}

function Said({ who, words, note = "", isLive = false }: SaidProps) {
  const open = useOpenAddress();
  return (
    <div className={styles.said} aria-busy={isLive}>
      <p className="small meta">{note === "" ? who : `${who} · ${note}`}</p>
      <div className={proseStyles.prose}>
        <ReportMarkdown level={2} text={words} onOpen={open} />
      </div>
    </div>
  );
}

/** So many of the last ones are shown. */
const mostSaid = 20;

function saidSince({ messages }: SessionView, since: number): readonly (UserMessage | AssistantMessage)[] {
  return messages
    .flatMap(({ message }) => {
      if (message.role !== "user" && message.role !== "assistant") return [];
      if (message.role === "user" && message.report !== undefined) return [];
      const isTold = message.hidden !== true && message.content.trim() !== "";
      return isTold && Date.parse(message.timestamp) > since ? [message] : [];
    })
    .slice(-mostSaid);
}
