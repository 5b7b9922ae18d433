import { PanelRightClose, Pencil, Play, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { JobView } from "../../../src-preload/contract/automations.ts";
import { revealLine, revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import { RightColumn } from "../../columns/right-column.tsx";
import { usePick, useWindow } from "../../state/context.ts";
import type { JobTab } from "../../state/job-run.ts";
import { placeHref } from "../../state/place.ts";
import { useOpenAddress } from "../../state/use-open-address.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ReportMarkdown } from "../../ui/markdown/report-markdown.tsx";
import noteStyles from "../../ui/note.module.css";
import panelStyles from "../../ui/panel.module.css";
import proseStyles from "../../ui/prose.module.css";
import { Switch } from "../../ui/switch.tsx";
import { TabList } from "../../ui/tab-list.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { clockTime } from "../../ui/time.ts";
import styles from "./automations.module.css";
import { JobFacts } from "./job-facts.tsx";
import { momentWords, scheduleText, toldLines } from "./job-words.ts";
import { StateChip } from "./jobs-table.tsx";
import { NextTimes } from "./next-times.tsx";
import { RunSide } from "./run-side.tsx";

const tabs: readonly (readonly [JobTab, TextKey])[] = [
  ["job", "jobs.job"],
  ["run", "jobs.tab.run"],
  ["changes", "jobs.tab.changes"],
];

interface JobPanelProps {
  readonly view: JobView;
  /** Draws what its last run did to files. */
  readonly changes: ReactNode;
}

/** The chosen job: what it does and when, its last run, what that did to files, and what can be done with it. */
export function JobPanel({ view, changes }: JobPanelProps) {
  const { preferences, jobRun } = useWindow();
  const tab = usePick(jobRun.store, (state) => state.tab);
  return (
    <RightColumn label={text("jobs.details")} column="details">
      <aside className={panelStyles.panel} aria-label={text("jobs.details")}>
        <div className={panelStyles.tabs}>
          <TabList tabs={tabs} shown={tab} panel="job-panel" onShow={jobRun.turnTo} />
          <IconButton label={text("details.close")} onClick={() => preferences.setState({ details: false })}>
            <PanelRightClose className="icon" aria-hidden="true" />
          </IconButton>
        </div>
        <div
          className={tab === "changes" ? panelStyles.body : `${panelStyles.body} pad ${styles.body}`}
          role="tabpanel"
          id="job-panel"
          aria-labelledby={`tab-${tab}`}
          tabIndex={-1}
        >
          {tab === "job" ? (
            <JobSide view={view} />
          ) : tab === "run" ? (
            <RunSide view={view} />
          ) : (
            <ChangesSide>{changes}</ChangesSide>
          )}
        </div>
        <Acts view={view} />
      </aside>
    </RightColumn>
  );
}

function JobSide({ view }: { readonly view: JobView }) {
  const { job, times } = view;
  return (
    <>
      <div className={styles.titleRow}>
        <h2 className={`grow ${styles.jobName}`} dir="auto">
          {revealLine(job.name)}
        </h2>
        <StateChip view={view} />
        <OnSwitch view={view} />
      </div>
      <StateNote view={view} />
      <BackOffNote view={view} />
      <div className={styles.schedule}>
        <span className="medium">{scheduleText(job.schedule)}</span>
        <NextTimes schedule={job.schedule} times={times} isOn={job.state === "on"} />
      </div>
      <LastSaid view={view} />
      <section aria-label={text(job.kind === "task" ? "jobs.prompt" : "jobs.says")}>
        <h3 className={styles.head}>{text(job.kind === "task" ? "jobs.prompt" : "jobs.says")}</h3>
        <p className="typed" dir="auto">
          {revealWords(job.prompt)}
        </p>
      </section>
      <JobFacts job={job} />
    </>
  );
}

/** A run that has not been changes nothing. */
function ChangesSide({ children }: { readonly children: ReactNode }) {
  const { jobRun } = useWindow();
  const record = usePick(jobRun.store, (state) => state.record);
  if (record.kind === "ready" && record.record === null) return <p className="pad meta">{text("jobs.run.none")}</p>;
  return children;
}

/** One that was never tried cannot be switched on. */
function OnSwitch({ view: { job } }: { readonly view: JobView }) {
  const { jobs } = useWindow();
  const isUntried = job.kind === "task" && job.triedAt === null;
  return (
    <Switch
      label={text("jobs.switch", { name: revealLine(job.name) })}
      isOn={job.state === "on"}
      disabled={isUntried && job.state !== "on"}
      onSwitch={(isOn) => void jobs.switchTo(job.id, isOn ? "on" : "off")}
    />
  );
}

/** What the person has to know first. */
function StateNote({ view }: { readonly view: JobView }) {
  const { job, running, failures } = view;
  const failed = toldLines(view).find((line) => line.kind === "ended");
  if (running?.waiting === true) {
    return (
      <Noted className={noteStyles.needs} title={text("jobs.waitsTitle")} words={text("jobs.waitsWords")}>
        <a className="button small" href={placeHref({ name: "chats", sessionKey: running.sessionKey })}>
          {text("jobs.openRun")}
        </a>
      </Noted>
    );
  }
  if (running !== null) {
    return (
      <Noted
        className={running.retryAt === null ? noteStyles.note : noteStyles.needs}
        title={
          running.retryAt === null
            ? text("jobs.runningTitle")
            : text("jobs.retryTitle", { time: clockTime(running.retryAt) })
        }
        words={text(running.retryAt === null ? "jobs.runningWords" : "jobs.retryWords")}
      >
        <a className="button small" href={placeHref({ name: "chats", sessionKey: running.sessionKey })}>
          {text("jobs.openRun")}
        </a>
      </Noted>
    );
  }
  if (job.state === "stopped") {
    const reason = failed?.kind === "ended" ? failed.reason : "";
    return (
      <Noted
        className={noteStyles.failed}
        title={failures > 1 ? text("jobs.stoppedTitle", { count: failures }) : text("jobs.state.stopped")}
        words={reason}
      >
        {failed?.kind !== "ended" ? null : (
          <a className="button small" href={placeHref({ name: "chats", sessionKey: failed.sessionKey })}>
            {text("jobs.openRun")}
          </a>
        )}
      </Noted>
    );
  }
  if (job.kind === "task" && job.triedAt === null) {
    return <Noted className={noteStyles.note} title={text("jobs.untriedTitle")} words={text("jobs.untriedWords")} />;
  }
  return null;
}

/** Why it is run less often, and when it really comes next. */
function BackOffNote({ view: { job, backOff, next, lines } }: { readonly view: JobView }) {
  if (backOff === null || job.state !== "on") return null;
  const last = lines.find((line) => line.kind === "ended");
  const why = text(`jobs.backOff.${backOff.reason}`, { count: backOff.count });
  const when = next === null ? "" : text("jobs.backOff.next", { when: momentWords(next) });
  return (
    <Noted
      className={noteStyles.note}
      title={text("jobs.backOff.title", { factor: backOff.factor })}
      words={[why, when, text("jobs.backOff.back")].filter((words) => words !== "").join(" ")}
    >
      {last?.kind !== "ended" ? null : (
        <a className="button small" href={placeHref({ name: "chats", sessionKey: last.sessionKey })}>
          {text("jobs.openRun")}
        </a>
      )}
    </Noted>
  );
}

interface NotedProps {
  readonly className: string | undefined;
  readonly title: string;
  readonly words: string;
  readonly children?: ReactNode;
}

function Noted({ className, title, words, children }: NotedProps) {
  return (
    <div className={`${className} ${noteStyles.hasActs}`}>
      <div className={noteStyles.words}>
        <p className={noteStyles.title}>{title}</p>
        {words === "" ? null : <p className={noteStyles.cause}>{revealWords(words)}</p>}
      </div>
      {children === undefined ? null : <div className={noteStyles.acts}>{children}</div>}
    </div>
  );
}

/** What its last run ended with. */
function LastSaid({ view }: { readonly view: JobView }) {
  const open = useOpenAddress();
  const last = toldLines(view).find((line) => line.kind === "ended");
  if (view.job.kind !== "task" || last?.kind !== "ended" || last.said === "") return null;
  return (
    <section aria-label={text("jobs.lastSaid")}>
      <div className="row">
        <h3 className={`grow ${styles.head}`}>{text("jobs.lastSaid")}</h3>
        <a className="link small" href={placeHref({ name: "chats", sessionKey: last.sessionKey })}>
          {text("jobs.openRun")}
        </a>
      </div>
      <div className={`${proseStyles.prose} ${styles.said}`}>
        <ReportMarkdown level={3} text={last.said} onOpen={open} />
      </div>
    </section>
  );
}

function Acts({ view: { job, running } }: { readonly view: JobView }) {
  const { jobs, overlay } = useWindow();
  const isBusy = usePick(jobs.store, ({ busy }) => busy.includes(job.id));
  const isTask = job.kind === "task";
  const isUntried = isTask && job.triedAt === null;
  const isOff = isBusy || running !== null;
  return (
    <div className={styles.acts}>
      {isTask ? (
        <Button kind={isUntried ? "primary" : "plain"} isBusy={isOff} onClick={() => void jobs.run(job.id, true)}>
          {text("jobs.try")}
        </Button>
      ) : null}
      {isUntried ? null : (
        <Button kind={isTask ? "ghost" : "plain"} isBusy={isOff} onClick={() => void jobs.run(job.id, false)}>
          <Play className="icon icon-small" aria-hidden="true" />
          {text("jobs.runNow")}
        </Button>
      )}
      <span className="grow" />
      <IconButton label={text("jobs.edit")} onClick={() => overlay.open({ kind: "job", id: job.id })}>
        <Pencil className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton label={text("jobs.remove")} onClick={() => jobs.ask(job.id)}>
        <Trash2 className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
