import type { ReactNode } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { InboxItem } from "../../../src-preload/contract/inbox-items.ts";
import type { McpAsk } from "../../../src-preload/contract/mcp-asks.ts";
import { revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import type { PendingApproval, SessionSummary } from "../../../src-preload/contract/session.ts";
import { jobOfKey } from "../../../src-preload/contract/session-key.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { memoryFile } from "../../state/knowledge.ts";
import { placeHref } from "../../state/place.ts";
import cardStyles from "../../ui/card.module.css";
import { chatTitle } from "../../ui/chat-title.ts";
import { proposedWords } from "../../ui/proposed-words.ts";
import { text } from "../../ui/text.ts";
import { shortTime } from "../../ui/time.ts";
import styles from "./inbox.module.css";
import { ReportCard } from "./report-card.tsx";

interface ItemRowProps {
  readonly item: InboxItem;
  /** All that are shown. */
  readonly items: readonly InboxItem[];
  readonly card: (approvals: readonly PendingApproval[]) => ReactNode;
  readonly askCard: (ask: McpAsk) => ReactNode;
}

/** One thing of the Inbox. */
export function ItemRow({ item, items, card, askCard }: ItemRowProps) {
  switch (item.kind) {
    case "approval":
      return <AskedRow approvals={item.approvals} card={card} />;
    case "ask":
      return <ServerAskRow ask={item.ask} askCard={askCard} />;
    case "question":
      return <QuestionRow chat={item.chat} />;
    case "memory":
      return <ProposedRow count={item.count} />;
    case "report":
      return <ReportCard report={item.report} items={items} card={card} />;
    default: {
      const never: never = item;
      return never;
    }
  }
}

/** A request, with the chat that it comes from. */
function AskedRow({
  approvals,
  card,
}: Pick<ItemRowProps, "card"> & { readonly approvals: readonly PendingApproval[] }) {
  const titleOf = useTitles();
  const [approval] = approvals;
  if (approval === undefined) return null;
  const { subagent, requestedAt } = approval;
  const sessionKey = subagent?.parent ?? approval.sessionKey;
  return (
    <>
      <FromChat sessionKey={sessionKey} title={titleOf(sessionKey)} at={requestedAt} />
      {card(approvals)}
    </>
  );
}

/** What a server asks for, with the chat that it is for. */
function ServerAskRow({ ask, askCard }: Pick<ItemRowProps, "askCard"> & { readonly ask: McpAsk }) {
  const titleOf = useTitles();
  const sessionKey = ask.parent ?? ask.sessionKey;
  return (
    <>
      <FromChat sessionKey={sessionKey} title={titleOf(sessionKey)} at={ask.askedAt} />
      {askCard(ask)}
    </>
  );
}

interface FromChatProps {
  readonly sessionKey: SessionKey;
  readonly title: string;
  readonly at: number;
}

function FromChat({ sessionKey, title, at }: FromChatProps) {
  return (
    <p className={`${styles.from} small meta`}>
      <a className="link" href={placeHref({ name: "chats", sessionKey })}>
        {title}
      </a>{" "}
      · {shortTime(at, Date.now())}
    </p>
  );
}

/** How a chat is called; a run of a job, as its job. */
function useTitles(): (key: SessionKey) => string {
  const { chats, jobs } = useWindow();
  const rows = usePick(chats.store, (state) => state.rows);
  const list = usePick(jobs.store, (state) => state.list);
  const views = list.kind === "ready" ? list.jobs : [];
  return (key) => {
    const title = rows.find((row) => row.key === key)?.title ?? "";
    const jobId = jobOfKey(key);
    if (jobId === null) return chatTitle(title);
    const name = views.find(({ job }) => job.id === jobId)?.job.name ?? "";
    return chatTitle(title, chatTitle(name, text("inbox.aJob")));
  };
}

/** Changes of the memory wait: they are decided on its page. */
function ProposedRow({ count }: { readonly count: number }) {
  const href = placeHref({ name: "knowledge", path: memoryFile });
  return (
    <a className={`${cardStyles.card} ${styles.question}`} href={href}>
      <span className="small meta">{text("place.knowledge")}</span>
      <span className={styles.rowTitle}>{proposedWords(count)}</span>
    </a>
  );
}

/** A chat whose last turn ended with a question: it is answered there. */
function QuestionRow({ chat }: { readonly chat: SessionSummary }) {
  return (
    <a className={`${cardStyles.card} ${styles.question}`} href={placeHref({ name: "chats", sessionKey: chat.key })}>
      <span className="small meta">
        {chatTitle(chat.title)} {text("inbox.asks")} · {shortTime(chat.updatedAt, Date.now())}
      </span>
      <span className={styles.rowTitle}>{revealWords(chat.preview)}</span>
    </a>
  );
}
