import "../../ui/later-words.ts";
import { AlarmClock, Plus } from "lucide-react";
import type { JobView } from "../../../src-preload/contract/automations.ts";
import { OpenList, OpenRight } from "../../columns/open-column.tsx";
import { usePick, useWindow } from "../../state/context.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import noteStyles from "../../ui/note.module.css";
import pageStyles from "../../ui/page.module.css";
import { text } from "../../ui/text.ts";
import styles from "./automations.module.css";
import { HeartbeatCard } from "./heartbeat-card.tsx";
import { JobPanel } from "./job-panel.tsx";
import { momentWords } from "./job-words.ts";
import { JobsTable } from "./jobs-table.tsx";
import { RemoveJob } from "./remove-job.tsx";
import { useShownJob } from "./use-shown-job.ts";

export { AutomationsList } from "./automations-list.tsx";
export { HeartbeatFormDialog } from "./heartbeat-form.tsx";
export { JobFormDialog } from "./job-form.tsx";

/** What the agent does at a time: the jobs, and the chosen one beside them. */
export function AutomationsPlace() {
  const { jobs, preferences } = useWindow();
  const list = usePick(jobs.store, (state) => state.list);
  const details = usePick(preferences, (state) => state.details);
  const shown = useShownJob();
  const isEmpty = list.kind === "ready" && list.jobs.length === 0;
  return (
    <>
      <section className={pageStyles.main} aria-label={text("place.automations")}>
        <JobsBar hasPanel={details && shown !== null} isEmpty={isEmpty} />
        <div
          className={isEmpty ? `${pageStyles.page} ${pageStyles.isCentred}` : pageStyles.page}
          aria-busy={list.kind === "loading"}
        >
          {list.kind === "loading" ? <Bones rows={4} /> : null}
          {list.kind === "failed" ? <Unread words={list.message} /> : null}
          {isEmpty ? <NoJobs /> : null}
          {list.kind === "ready" && !isEmpty ? <JobsTable jobs={list.jobs} /> : null}
          <HeartbeatCard />
        </div>
      </section>
      {details && shown !== null ? <JobPanel key={shown.job.id} view={shown} /> : null}
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
      <span className="meta small cut grow">{nextWords(rows)}</span>
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

/** Which one comes next, and when; "" where none does. */
function nextWords(jobs: readonly JobView[]): string {
  const due = jobs.flatMap(({ job, next }) => (next === null ? [] : [{ name: job.name, next }]));
  const [first] = due.toSorted((a, b) => a.next - b.next);
  return first === undefined ? "" : text("jobs.nextIs", { name: first.name, when: momentWords(first.next) });
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
