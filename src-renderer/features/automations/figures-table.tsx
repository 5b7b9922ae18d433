import type { RunFigures } from "../../../src-preload/contract/automations.ts";
import { dollarsText } from "../../../src-preload/contract/dollars.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { percent, tokenCount } from "../../ui/amounts.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button } from "../../ui/button.tsx";
import noteStyles from "../../ui/note.module.css";
import tableStyles from "../../ui/table.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import { duration } from "../../ui/time.ts";
import styles from "./automations.module.css";

/** What came of the runs of the last 30 days, by job and by agent profile. */
export function Figures() {
  const { jobs } = useWindow();
  const metrics = usePick(jobs.store, (state) => state.metrics);
  if (metrics.kind === "loading") return <Bones rows={4} />;
  if (metrics.kind === "failed") {
    return (
      <div className={noteStyles.failed} role="alert">
        <span className={`grow ${styles.breaks}`}>{metrics.message}</span>
        <Button size="small" onClick={() => void jobs.loadFigures()}>
          {text("action.again")}
        </Button>
      </div>
    );
  }
  const { jobs: ofJobs, profiles } = metrics.metrics;
  return (
    <>
      <p className="meta">{text("jobs.figuresWords")}</p>
      <FiguresTable head="jobs.job" rows={ofJobs} />
      {profiles.length === 0 ? null : <FiguresTable head="jobs.profile" rows={profiles} />}
    </>
  );
}

const heads = ["jobs.figure.runs", "jobs.figure.done", "jobs.figure.read"] as const;
const wideHeads = ["jobs.figure.mean", "jobs.figure.longest", "jobs.figure.tokens"] as const;

function FiguresTable({ head, rows }: { readonly head: TextKey; readonly rows: readonly RunFigures[] }) {
  return (
    <div className={styles.figures} tabIndex={-1}>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th>{text(head)}</th>
            {heads.map((key) => (
              <th key={key} className={tableStyles.isRight}>
                {text(key)}
              </th>
            ))}
            {wideHeads.map((key) => (
              <th key={key} className={`${tableStyles.isRight} ${styles.wide}`}>
                {text(key)}
              </th>
            ))}
            <th className={tableStyles.isRight}>{text("jobs.figure.cost")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <FiguresRow key={row.key} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FiguresRow({ row }: { readonly row: RunFigures }) {
  const { name, runs, done, told, read, meanMs, longestMs, tokens, cost } = row;
  const cells = [String(runs), shareWords(done, runs), shareWords(read, told)];
  const wideCells = [timeWords(meanMs), timeWords(longestMs), runs === 0 ? none : tokenCount(tokens)];
  return (
    <tr>
      <td>
        <span className={styles.jobTitle} dir="auto">
          {revealLine(name)}
        </span>
      </td>
      {cells.map((words, at) => (
        <td key={heads[at]} className={`${tableStyles.isRight} number`}>
          {words}
        </td>
      ))}
      {wideCells.map((words, at) => (
        <td key={wideHeads[at]} className={`${tableStyles.isRight} ${styles.wide} number`}>
          {words}
        </td>
      ))}
      <td className={`${tableStyles.isRight} number`}>{runs === 0 || cost === null ? none : dollarsText(cost)}</td>
    </tr>
  );
}

const none = "–";

function shareWords(part: number, whole: number): string {
  return whole === 0 ? none : percent(part / whole);
}

function timeWords(ms: number | null): string {
  return ms === null ? none : duration(ms);
}
