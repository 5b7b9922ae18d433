import "../../ui/later-words.ts";
import { AlarmClock, Plus } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { OpenList, OpenRight } from "../../columns/open-column.tsx";
import { usePick, useWindow } from "../../state/context.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import noteStyles from "../../ui/note.module.css";
import { Note } from "../../ui/note.tsx";
import pageStyles from "../../ui/page.module.css";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./automations.module.css";
import { Figures } from "./figures-table.tsx";
import { HeartbeatCard } from "./heartbeat-card.tsx";
import { JobPanel } from "./job-panel.tsx";
import { JobsNotes } from "./jobs-notes.tsx";
import { JobsTable } from "./jobs-table.tsx";
import { PauseMenu } from "./pause-menu.tsx";
import { RemoveJob } from "./remove-job.tsx";
import { useShownJob } from "./use-shown-job.ts";

export { AutomationsList } from "./automations-list.tsx";
export { HeartbeatFormDialog } from "./heartbeat-form.tsx";
export { JobFormDialog } from "./job-form.tsx";

type Side = "jobs" | "figures";

const sides: readonly (readonly [Side, TextKey])[] = [
  ["jobs", "jobs.title"],
  ["figures", "jobs.figures"],
];

interface AutomationsProps {
  /** Draws what the last run of the chosen job did to files; the inspector's own, handed in. */
  readonly changes: ReactNode;
}

/** What the agent does at a time: the jobs, and the chosen one beside them. */
export function AutomationsPlace({ changes }: AutomationsProps) {
  const { jobs, jobRun, preferences } = useWindow();
  const [side, setSide] = useState<Side>("jobs");
  const list = usePick(jobs.store, (state) => state.list);
  const details = usePick(preferences, (state) => state.details);
  const { shown, isGone } = useShownJob();
  const isEmpty = list.kind === "ready" && list.jobs.length === 0 && list.broken.length === 0;
  const id = shown?.job.id ?? null;
  useEffect(() => jobRun.show(id), [jobRun, id]);
  return (
    <>
      <section
        className={pageStyles.main}
        aria-label={text("place.automations")}
        data-alone={shown === null && list.kind !== "loading" ? "" : undefined}
      >
        <JobsBar hasPanel={details && shown !== null} isEmpty={isEmpty} />
        <div
          className={isEmpty ? `${pageStyles.page} ${pageStyles.isCentred}` : pageStyles.page}
          aria-busy={list.kind === "loading"}
        >
          {list.kind === "loading" ? <Bones rows={4} /> : null}
          {list.kind === "failed" ? <Unread words={list.message} /> : null}
          {isEmpty ? <NoJobs /> : null}
          {list.kind === "ready" && !isEmpty ? (
            <>
              {isGone ? <Note tone="plain" icon={AlarmClock} title={text("jobs.gone")} /> : null}
              <JobsNotes {...list} />
              <div className={styles.sides}>
                <Segments label={text("jobs.sides")} value={side} choices={sides} onChoose={setSide} />
              </div>
              {side === "jobs" ? <JobsTable jobs={list.jobs} /> : <Figures />}
            </>
          ) : null}
          {side === "jobs" ? <HeartbeatCard /> : null}
        </div>
      </section>
      {details && shown !== null ? <JobPanel key={shown.job.id} view={shown} changes={changes} /> : null}
      <RemoveJob />
    </>
  );
}

function JobsBar({ hasPanel, isEmpty }: { readonly hasPanel: boolean; readonly isEmpty: boolean }) {
  const { jobs, overlay } = useWindow();
  const list = usePick(jobs.store, (state) => state.list);
  const rows = list.kind === "ready" ? list.jobs : [];
  return (
    <header className={pageStyles.bar}>
      <OpenList />
      <h1>{text("jobs.title")}</h1>
      <span className="grow" />
      {rows.length === 0 ? null : <PauseMenu />}
      {isEmpty ? null : (
        <Button onClick={() => overlay.open({ kind: "job", id: null })}>
          <Plus className="icon icon-small" aria-hidden="true" />
          {text("jobs.new")}
        </Button>
      )}
      {hasPanel || rows.length === 0 ? null : <OpenRight label={text("jobs.openDetails")} column="details" />}
    </header>
  );
}

/** The file of the jobs cannot be read: its name, and why. */
function Unread({ words }: { readonly words: string }) {
  const { jobs } = useWindow();
  return (
    <div className={noteStyles.failed} role="alert">
      <span className={`grow ${styles.breaks}`}>{words}</span>
      <Button size="small" onClick={() => void jobs.load()}>
        {text("action.again")}
      </Button>
    </div>
  );
}

function NoJobs() {
  const { overlay } = useWindow();
  return (
    <EmptyState icon={AlarmClock} title={text("jobs.emptyTitle")} words={text("jobs.emptyWords")}>
      <Button kind="primary" onClick={() => overlay.open({ kind: "job", id: null })}>
        {text("jobs.new")}
      </Button>
    </EmptyState>
  );
}
