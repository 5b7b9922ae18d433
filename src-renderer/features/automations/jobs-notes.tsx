import { FileWarning, Pause, Unplug } from "lucide-react";
import type { BrokenJob, JobMetrics, Pause as JobsPause, JobView } from "../../../src-preload/contract/automations.ts";
import { dollarsText } from "../../../src-preload/contract/dollars.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { tokenCount } from "../../ui/amounts.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { text } from "../../ui/text.ts";
import { minuteMs, useNow } from "../../ui/use-now.ts";
import styles from "./automations.module.css";
import { momentWords } from "./job-words.ts";

interface JobsNotesProps {
  readonly jobs: readonly JobView[];
  readonly broken: readonly BrokenJob[];
  readonly pause: JobsPause | null;
  readonly isResident: boolean;
}

/** What is to be known before the jobs: what cannot be used, that nothing runs them, that they are paused; and the figures of today. */
export function JobsNotes({ jobs, broken, pause, isResident }: JobsNotesProps) {
  const now = useNow(minuteMs);
  const isPaused = pause !== null && (pause.until === null || pause.until > now);
  return (
    <>
      {broken.map(({ at, name, reason }) => (
        <Note
          key={at}
          tone="failed"
          icon={FileWarning}
          title={text("jobs.broken", { name: revealLine(name) })}
          cause={revealLine(reason)}
          safe={text("jobs.brokenSafe")}
        />
      ))}
      {isResident ? null : (
        <Note tone="needs" icon={Unplug} title={text("jobs.nobodyStays")} cause={text("jobs.nobodyStaysWords")} />
      )}
      {isPaused ? <PausedNote until={pause.until} /> : null}
      <KeyFigures jobs={jobs} />
    </>
  );
}

function PausedNote({ until }: { readonly until: number | null }) {
  const { jobs } = useWindow();
  const title = until === null ? text("jobs.paused") : text("jobs.pausedUntil", { when: momentWords(until) });
  return (
    <Note tone="needs" icon={Pause} label={text("jobs.paused")} title={title} cause={text("jobs.pausedWords")}>
      <Button size="small" onClick={() => void jobs.resume()}>
        {text("jobs.resume")}
      </Button>
    </Note>
  );
}

/** The next job, those that fail, and what all that runs by itself took today. */
function KeyFigures({ jobs }: { readonly jobs: readonly JobView[] }) {
  const { jobs: jobsStore } = useWindow();
  const metrics = usePick(jobsStore.store, (state) => state.metrics);
  const failing = jobs.filter(({ job, failures }) => failures > 0 && job.state !== "off").length;
  const [before, after] = [nextWords(jobs), metrics.kind === "ready" ? todayWords(metrics.metrics) : ""];
  return (
    <p className={`meta ${styles.breaks}`}>
      {before}
      {failing === 0 ? null : (
        <>
          {before === "" ? "" : " · "}
          <span className="tone-failed">{text("jobs.failing", { count: failing })}</span>
        </>
      )}
      {after === "" ? "" : before === "" && failing === 0 ? after : ` · ${after}`}
    </p>
  );
}

/** Which one comes next, and when; "" where none does. */
function nextWords(jobs: readonly JobView[]): string {
  const due = jobs.flatMap(({ job, next }) => (next === null ? [] : [{ name: job.name, next }]));
  const [first] = due.toSorted((a, b) => a.next - b.next);
  return first === undefined
    ? ""
    : text("jobs.nextIs", { name: revealLine(first.name), when: momentWords(first.next) });
}

function todayWords({ today: { tokens, cost } }: JobMetrics): string {
  return cost === null
    ? text("jobs.todayUnpriced", { tokens: tokenCount(tokens) })
    : text("jobs.today", { tokens: tokenCount(tokens), cost: dollarsText(cost) });
}
