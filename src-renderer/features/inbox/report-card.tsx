import { AlarmClock, AlarmClockOff, CircleQuestionMark, CircleX, type LucideIcon, Newspaper } from "lucide-react";
import type { ReactNode } from "react";
import type { Report } from "../../../src-preload/contract/inbox.ts";
import type { InboxItem } from "../../../src-preload/contract/inbox-items.ts";
import { revealLine, revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { isUnattendedKey } from "../../../src-preload/contract/session-key.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { useOpenAddress } from "../../state/use-open-address.ts";
import { Button } from "../../ui/button.tsx";
import cardStyles from "../../ui/card.module.css";
import { ReportMarkdown } from "../../ui/markdown/report-markdown.tsx";
import proseStyles from "../../ui/prose.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import { shortTime } from "../../ui/time.ts";
import styles from "./inbox.module.css";
import { Thread } from "./thread.tsx";
import { useInSight } from "./use-in-sight.ts";
import { useInboxParts } from "./use-inbox-parts.ts";
import { useInboxView } from "./use-inbox-view.ts";

interface Kind {
  readonly words: TextKey;
  readonly icon: LucideIcon;
  readonly tone: string;
}

const kinds: Readonly<Record<Report["kind"], Kind>> = {
  result: { words: "inbox.report.result", icon: Newspaper, tone: "" },
  news: { words: "inbox.report.news", icon: Newspaper, tone: "" },
  reminder: { words: "inbox.report.reminder", icon: AlarmClock, tone: "" },
  failure: { words: "inbox.report.failure", icon: CircleX, tone: "tone-failed" },
  stopped: { words: "inbox.report.stopped", icon: CircleX, tone: "tone-failed" },
  missed: { words: "inbox.report.missed", icon: AlarmClockOff, tone: "" },
  asked: { words: "inbox.report.asked", icon: CircleQuestionMark, tone: "tone-needs" },
};

interface ReportCardProps {
  readonly report: Report;
  /** All that are shown. */
  readonly items: readonly InboxItem[];
  /** Draws what is asked in its thread. */
  readonly card: (approvals: readonly PendingApproval[]) => ReactNode;
}

/** What was reported while nobody watched, what can be done with it, and its thread where that is open. */
export function ReportCard({ report, items, card }: ReportCardProps) {
  const { reports } = useWindow();
  const { threads, acts } = useInboxParts();
  const openAddress = useOpenAddress();
  const isFresh = usePick(reports.store, ({ fresh }) => fresh.includes(report.id));
  const isOpen = usePick(threads.store, ({ open }) => open === report.id);
  const { words, icon: Icon, tone } = kinds[report.kind];
  const { text: told, at, isSeen, id } = report;
  const title = revealLine(report.title);
  const sight = useInSight<HTMLElement>(isSeen ? null : () => acts.saw(id));
  return (
    <article ref={sight} className={`${cardStyles.card} ${styles.report}`} aria-label={title}>
      <Icon className={`icon ${tone}`} aria-hidden="true" />
      <div className={styles.reportWords}>
        <div className={styles.reportHead}>
          <h2 dir="auto">{title}</h2>
          {isFresh || !isSeen ? (
            <span className="chip running">
              <span className="dot running" aria-hidden="true" />
              {text("inbox.report.fresh")}
            </span>
          ) : null}
          <span className="grow" />
          <time className={`small meta ${styles.when}`} dateTime={new Date(at).toISOString()}>
            {shortTime(at, Date.now())}
          </time>
        </div>
        <p className={tone === "" ? "small meta" : `small ${tone}`}>{text(words)}</p>
        {told === "" ? null : (
          <div className={`${proseStyles.prose} ${styles.reportText}`}>
            <ReportMarkdown level={2} text={revealWords(told)} onOpen={openAddress} />
          </div>
        )}
        <ReportActs report={report} items={items} isOpen={isOpen} />
        {isOpen ? <Thread report={report} card={card} /> : null}
      </div>
    </article>
  );
}

interface ActsProps extends Pick<ReportCardProps, "report" | "items"> {
  readonly isOpen: boolean;
}

function ReportActs({ report, items, isOpen }: ActsProps) {
  const inboxView = useInboxView();
  const { threads, acts } = useInboxParts();
  const { kind, sessionKey, jobId } = report;
  const title = revealLine(report.title);
  return (
    <div className={styles.rowActs}>
      {kind === "asked" && jobId !== null ? (
        <Button size="small" onClick={() => void acts.runNow(report)}>
          {text("inbox.report.runNow")}
        </Button>
      ) : null}
      <Button size="small" aria-expanded={isOpen} onClick={() => (isOpen ? threads.close() : threads.open(report))}>
        {text(isOpen ? "inbox.hide" : "inbox.reply")}
      </Button>
      {sessionKey === null ? null : (
        <a className="button small" href={placeHref({ name: "chats", sessionKey })}>
          {text(isUnattendedKey(sessionKey) ? "inbox.report.open" : "inbox.report.openChat")}
        </a>
      )}
      {jobId === null ? null : (
        <a className="button ghost small" href={placeHref({ name: "automations", job: jobId })}>
          {text("inbox.report.job")}
        </a>
      )}
      <Button
        size="small"
        kind="ghost"
        aria-label={text("inbox.report.dismiss", { title })}
        onClick={() => void inboxView.dismiss(report, items)}
      >
        {text("action.dismiss")}
      </Button>
    </div>
  );
}
