import { AlarmClock, AlarmClockOff, CircleQuestionMark, CircleX, type LucideIcon, Newspaper } from "lucide-react";
import type { Report } from "../../../src-preload/contract/inbox.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { useOpenAddress } from "../../state/use-open-address.ts";
import { Button } from "../../ui/button.tsx";
import cardStyles from "../../ui/card.module.css";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import proseStyles from "../../ui/prose.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import { shortTime } from "../../ui/time.ts";
import styles from "./inbox.module.css";

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

/** What was reported while nobody watched, and what can be done with it. */
export function ReportCard({ report }: { readonly report: Report }) {
  const { reports } = useWindow();
  const open = useOpenAddress();
  const isFresh = usePick(reports.store, ({ fresh }) => fresh.includes(report.id));
  const { words, icon: Icon, tone } = kinds[report.kind];
  const { title, text: told, at } = report;
  return (
    <article className={`${cardStyles.card} ${styles.report}`} aria-label={title}>
      <Icon className={`icon ${tone}`} aria-hidden="true" />
      <div className={styles.reportWords}>
        <div className={styles.reportHead}>
          <h2 dir="auto">{title}</h2>
          {isFresh ? <span className="chip running">{text("inbox.report.fresh")}</span> : null}
          <span className="grow" />
          <time className="small meta" dateTime={new Date(at).toISOString()}>
            {shortTime(at, Date.now())}
          </time>
        </div>
        <p className={tone === "" ? "small meta" : `small ${tone}`}>{text(words)}</p>
        {told === "" ? null : (
          <div className={`${proseStyles.prose} ${styles.reportText}`}>
            <Markdown text={told} onOpen={open} />
          </div>
        )}
        <ReportActs report={report} />
      </div>
    </article>
  );
}

function ReportActs({ report }: { readonly report: Report }) {
  const { reports } = useWindow();
  const { kind, sessionKey, jobId, title, id } = report;
  return (
    <div className={styles.rowActs}>
      {kind === "asked" && jobId !== null ? (
        <Button size="small" onClick={() => void reports.runNow(report)}>
          {text("inbox.report.runNow")}
        </Button>
      ) : null}
      {sessionKey === null ? null : (
        <a className="button small" href={placeHref({ name: "chats", sessionKey })}>
          {text("inbox.report.open")}
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
        onClick={() => void reports.dismiss(id)}
      >
        {text("action.dismiss")}
      </Button>
    </div>
  );
}
