import { Inbox } from "lucide-react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { PendingApproval, SessionSummary } from "../../../src-preload/contract/session.ts";
import { jobOfKey } from "../../../src-preload/contract/session-key.ts";
import { burstsOf } from "../../state/approval-bursts.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { memoryFile } from "../../state/knowledge.ts";
import { placeHref } from "../../state/place.ts";
import { Button } from "../../ui/button.tsx";
import cardStyles from "../../ui/card.module.css";
import { chatTitle } from "../../ui/chat-title.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import noteStyles from "../../ui/note.module.css";
import pageStyles from "../../ui/page.module.css";
import { proposedWords } from "../../ui/proposed-words.ts";
import { text } from "../../ui/text.ts";
import { shortTime } from "../../ui/time.ts";
import styles from "./inbox.module.css";
import { ReportCard } from "./report-card.tsx";
import { LoadFailure } from "./side-state.tsx";

interface WaitingProps {
  readonly card: (approvals: readonly PendingApproval[], isFirst: boolean) => React.ReactNode;
}

/** What waits for a decision, in every chat. */
export function WaitingSide({ card }: WaitingProps) {
  const { inbox, chats, proposals, reports, newChat } = useWindow();
  const told = usePick(reports.store, (state) => state.list);
  const reported = told.kind === "ready" ? told.reports : [];
  const proposed = usePick(proposals.store, ({ waiting }) => waiting.length);
  const { approvals, loading, error } = usePick(inbox.store, (state) => state);
  const rows = usePick(chats.store, (state) => state.rows);
  const titleOf = useTitles();
  const asking = rows.filter(({ state }) => state === "asks");
  const isBusy = loading || told.kind === "loading";
  const isEmpty =
    approvals.length + asking.length + proposed + reported.length === 0 &&
    !isBusy &&
    error === null &&
    told.kind !== "failed";
  return (
    <div className={isEmpty ? `${pageStyles.page} ${pageStyles.isCentred}` : pageStyles.page} aria-busy={isBusy}>
      {isEmpty ? (
        <EmptyState icon={Inbox} title={text("inbox.emptyTitle")} words={text("inbox.emptyWords")}>
          <Button onClick={newChat}>{text("chat.new")}</Button>
        </EmptyState>
      ) : null}
      <div className={`${pageStyles.column} stack`}>
        {error === null ? null : (
          <div className={noteStyles.failed} role="alert">
            <span className="grow">{error}</span>
            <Button size="small" onClick={() => void inbox.load()}>
              {text("action.again")}
            </Button>
          </div>
        )}
        {proposed === 0 ? null : <ProposedRow count={proposed} />}
        {asking.map((row) => (
          <QuestionRow key={row.key} row={row} />
        ))}
        {burstsOf(approvals).map((burst, index) => {
          const [approval] = burst;
          if (approval === undefined) return null;
          const chatKey = approval.subagent?.parent ?? approval.sessionKey;
          const title = titleOf(chatKey);
          return (
            <div key={`${approval.messageId} ${approval.subject.tool}`}>
              <p className={`${styles.from} small meta`}>
                <a className="link" href={placeHref({ name: "chats", sessionKey: chatKey })}>
                  {title}
                </a>{" "}
                · {shortTime(approval.requestedAt, Date.now())}
              </p>
              {card(burst, index === 0)}
            </div>
          );
        })}
        <LoadFailure load={told} onAgain={() => void reports.load()} />
        {reported.map((report) => (
          <ReportCard key={report.id} report={report} />
        ))}
      </div>
    </div>
  );
}

/** How a chat is called; a run of a job, as its job. */
function useTitles(): (key: SessionKey) => string {
  const { chats, jobs } = useWindow();
  const rows = usePick(chats.store, (state) => state.rows);
  const list = usePick(jobs.store, (state) => state.list);
  const views = list.kind === "ready" ? list.jobs : [];
  return (key) => {
    const title = chatTitle(rows.find((row) => row.key === key)?.title ?? "");
    if (title !== "") return title;
    const jobId = jobOfKey(key);
    const view = views.find(({ job }) => job.id === jobId);
    return view?.job.name ?? text(jobId === null ? "chat.new" : "inbox.aJob");
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
function QuestionRow({ row }: { readonly row: SessionSummary }) {
  return (
    <a className={`${cardStyles.card} ${styles.question}`} href={placeHref({ name: "chats", sessionKey: row.key })}>
      <span className="small meta">
        {chatTitle(row.title)} {text("inbox.asks")} · {shortTime(row.updatedAt, Date.now())}
      </span>
      <span className={styles.rowTitle}>{row.preview}</span>
    </a>
  );
}
