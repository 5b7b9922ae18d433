import type { JobView } from "../../../src-preload/contract/automations.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import tableStyles from "../../ui/table.module.css";
import { text } from "../../ui/text.ts";
import styles from "./automations.module.css";
import { inkOf, lineWords, momentWords, scheduleText, stateOf, toldLines } from "./job-words.ts";
import { useShownJob } from "./use-shown-job.ts";

/** The jobs, each with when it is due, what became of its last time, its next one and how it stands. */
export function JobsTable({ jobs }: { readonly jobs: readonly JobView[] }) {
  const { shown } = useShownJob();
  return (
    <table className={`${tableStyles.table} ${styles.jobs}`}>
      <thead>
        <tr>
          <th>{text("jobs.job")}</th>
          <th className={styles.last}>{text("jobs.last")}</th>
          <th className={styles.next}>{text("jobs.next")}</th>
          <th>{text("jobs.stateHead")}</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((view) => (
          <JobRow key={view.job.id} view={view} isCurrent={view.job.id === shown?.job.id} />
        ))}
      </tbody>
    </table>
  );
}

function JobRow({ view, isCurrent }: { readonly view: JobView; readonly isCurrent: boolean }) {
  const { preferences } = useWindow();
  const { job, next, backOff } = view;
  return (
    <tr className={isCurrent ? styles.isCurrent : ""}>
      <td className={styles.name}>
        <a
          className={styles.open}
          href={placeHref({ name: "automations", job: job.id })}
          aria-current={isCurrent ? "true" : undefined}
          onClick={() => preferences.setState({ details: true })}
        >
          <span className={`medium ${styles.jobTitle}`} dir="auto">
            {revealLine(job.name)}
          </span>
        </a>
        <span className="small">{scheduleText(job.schedule)}</span>
        <span className={`small ${styles.narrowLast}`}>{lastWords(view)}</span>
        {next === null ? null : (
          <span className={`small ${styles.narrowNext}`}>{text("jobs.nextAt", { when: momentWords(next) })}</span>
        )}
      </td>
      <td className={styles.last}>
        <LastCell view={view} />
      </td>
      <td className={`${styles.next} number`}>
        {next === null ? text("jobs.noNext") : momentWords(next)}
        {backOff === null || job.state !== "on" ? null : (
          <span className="small">{text(`jobs.less.${backOff.reason}`, { count: backOff.count })}</span>
        )}
      </td>
      <td>
        <StateChip view={view} />
      </td>
    </tr>
  );
}

/** How it stands; on and off are told apart by more than their words. */
export function StateChip({ view }: { readonly view: JobView }) {
  const { word, tone } = stateOf(view);
  return (
    <span className={`chip ${tone}`}>
      {tone === "" ? <span className={`dot ${view.job.state === "on" ? "ok" : "off"}`} aria-hidden="true" /> : null}
      {word}
    </span>
  );
}

/** In a line, where its own column has no room. */
function lastWords(view: JobView): string {
  const [last] = toldLines(view);
  return last === undefined ? text("jobs.never") : lineWords(last, view).word;
}

function LastCell({ view }: { readonly view: JobView }) {
  const [last] = toldLines(view);
  if (last === undefined) {
    const isUntried = view.job.kind === "task" && view.job.triedAt === null;
    return (
      <>
        <span className="meta">{text("jobs.never")}</span>
        {isUntried ? <span className="small">{text("jobs.tryFirst")}</span> : null}
      </>
    );
  }
  const { word, tone, more } = lineWords(last, view);
  return (
    <>
      <span className={inkOf[tone]}>{word}</span>
      {more === "" ? null : <span className={`small ${styles.more}`}>{revealLine(more)}</span>}
    </>
  );
}
