import type { JobRunRecord, JobView } from "../../../src-preload/contract/automations.ts";
import { dollarsText } from "../../../src-preload/contract/dollars.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { matchWords } from "../../../src-preload/contract/rule-words.ts";
import type { DecisionLine } from "../../../src-preload/contract/rules.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { useShownPath } from "../../state/use-shown-path.ts";
import { Button } from "../../ui/button.tsx";
import rowsStyles from "../../ui/fact-rows.module.css";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import { duration } from "../../ui/time.ts";
import styles from "./automations.module.css";
import { lineWords, momentWords } from "./job-words.ts";

/** The last run of a job: why and when it began, what it took, and what it was allowed. */
export function RunSide({ view }: { readonly view: JobView }) {
  const { jobRun } = useWindow();
  const load = usePick(jobRun.store, (state) => state.record);
  if (load.kind === "loading") return <p className="pad meta">{text("action.loading")}</p>;
  if (load.kind === "failed") {
    return (
      <div className={noteStyles.failed} role="alert">
        <span className={`grow ${styles.breaks}`}>{load.message}</span>
        <Button size="small" onClick={() => void jobRun.load()}>
          {text("action.again")}
        </Button>
      </div>
    );
  }
  if (load.record === null) return <p className="meta">{text("jobs.run.none")}</p>;
  return (
    <>
      <RunFacts view={view} record={load.record} />
      <Allowed record={load.record} />
    </>
  );
}

function RunFacts({ view, record }: { readonly view: JobView; readonly record: JobRunRecord }) {
  const { sessionKey, trigger, due, begunAt, end, steps } = record;
  const state =
    end === null
      ? text(view.running?.waiting === true ? "jobs.state.waiting" : "jobs.state.running")
      : lineWords(end, view).word;
  const isBySchedule = trigger === "schedule" || trigger === "late";
  const rows: readonly (readonly [string, string])[] = [
    [text("jobs.run.state"), state],
    [text("jobs.run.trigger"), text(`jobs.trigger.${trigger}`)],
    ...(isBySchedule ? [[text("jobs.run.due"), momentWords(due)] as const] : []),
    [text("jobs.run.began"), momentWords(begunAt)],
    ...(end === null || end.durationMs === 0 ? [] : [[text("jobs.run.took"), duration(end.durationMs)] as const]),
    ...(view.job.kind === "reminder" ? [] : [[text("jobs.run.steps"), String(steps)] as const]),
    ...(end === null || view.job.kind === "reminder"
      ? []
      : [
          [text("jobs.run.tokens"), end.tokens.toLocaleString()] as const,
          [text("jobs.run.cost"), end.cost === null ? text("jobs.run.costUnknown") : dollarsText(end.cost)] as const,
        ]),
  ];
  return (
    <>
      <dl className={`${rowsStyles.rows} ${styles.facts}`}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="number">{value}</dd>
          </div>
        ))}
      </dl>
      {view.job.kind === "reminder" ? null : (
        <a className={`button small ${styles.toRun}`} href={placeHref({ name: "chats", sessionKey })}>
          {text("jobs.openRun")}
        </a>
      )}
    </>
  );
}

/** What its job may do in each run, and what was decided in this one. */
function Allowed({ record: { grants, decisions } }: { readonly record: JobRunRecord }) {
  const shown = useShownPath();
  return (
    <>
      {grants.length === 0 ? null : (
        <section aria-label={text("jobs.run.grants")}>
          <h2 className={styles.head}>{text("jobs.run.grants")}</h2>
          <ul className={styles.list}>
            {grants.map(({ id, match, effect }) => {
              const { key, values } = matchWords(match, shown);
              return (
                <li key={id} className={styles.breaks}>
                  {text(effect === "allow" ? "jobs.run.mayDo" : "jobs.run.mayNotDo", {
                    what: revealLine(text(key, values)),
                  })}
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {decisions.length === 0 ? null : (
        <section aria-label={text("jobs.run.decisions")}>
          <h2 className={styles.head}>{text("jobs.run.decisions")}</h2>
          <ul className={styles.list}>
            {keyed(decisions).map(([key, { title, tool, decision, by }]) => (
              <li key={key} className={styles.decision}>
                <span className={`grow ${styles.breaks}`}>{revealLine(title === "" ? tool : title)}</span>
                <span className={decision === "allow" ? "meta small" : "small tone-failed"}>
                  {text(decision === "allow" ? `jobs.run.allowedBy.${by}` : `jobs.run.deniedBy.${by}`)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Lines have no id, and several can be of one moment. */
function keyed(lines: readonly DecisionLine[]): readonly (readonly [string, DecisionLine])[] {
  return lines.map((line, index) => [`${line.time} ${index}`, line] as const);
}
