import { CircleSlash, CircleX, FileText } from "lucide-react";
import { dollarsText } from "../../../src-preload/contract/dollars.ts";
import type { SessionView } from "../../../src-preload/contract/reducers/session.ts";
import { revealLine, revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import { useWindow } from "../../state/context.ts";
import { type ChangedFile, lastRunFacts, pathInFolder, type RunFacts, type RunStep } from "../../state/run-facts.ts";
import { showFile } from "../../state/show-file.ts";
import { LineCounts } from "../../ui/line-counts.tsx";
import { Note } from "../../ui/note.tsx";
import { text } from "../../ui/text.ts";
import { clockTime, duration, isShort } from "../../ui/time.ts";
import styles from "./run-tab.module.css";

interface RunTabProps {
  readonly view: SessionView;
  /** The last run was stopped by the person. */
  readonly stopped: boolean;
}

/** The last run, from the messages that it left: how it went, what it cost, what it changed, its steps. */
export function RunTab({ view, stopped }: RunTabProps) {
  const facts = lastRunFacts(view);
  if (facts === null) return <p className="pad meta">{text("inspector.noRun")}</p>;
  return (
    <div className="pad stack">
      <Figures facts={facts} stopped={stopped} chosen={view.run?.model ?? null} />
      {facts.error === null || facts.isOn ? null : <Trouble error={facts.error} />}
      {facts.files.length === 0 ? null : <Files files={facts.files} folder={view.workFolder} />}
      {facts.steps.length === 0 ? null : <Steps steps={facts.steps} />}
    </div>
  );
}

interface FiguresProps {
  readonly facts: RunFacts;
  readonly stopped: boolean;
  /** The model that the run began with; null where that is not known any more. */
  readonly chosen: string | null;
}

function Figures({ facts, stopped, chosen }: FiguresProps) {
  const { models, tokens, cost, durationMs } = facts;
  const begun = facts.isOn && chosen !== null ? chosen : (models[0] ?? chosen);
  const rows: readonly (readonly [label: string, value: string, isMono?: boolean])[] = [
    ...(begun === null ? [] : [[text("run.model"), begun, true] as const]),
    ...(models.length < 2 ? [] : [[text("run.answeredBy"), models.join(", "), true] as const]),
    [text("run.state"), stateOf(facts, stopped)],
    [text("run.began"), clockTime(facts.startedAt)],
    ...(isShort(durationMs) ? [] : [[text("run.took"), duration(durationMs)] as const]),
    ...(facts.requests === 0 ? [] : [[text("run.iterations"), String(facts.requests)] as const]),
    ...(tokens === null
      ? []
      : [
          [text("run.tokensIn"), tokens.prompt.toLocaleString()] as const,
          [text("run.tokensOut"), tokens.completion.toLocaleString()] as const,
        ]),
    ...(facts.requests === 0
      ? []
      : [[text("run.cost"), cost === null ? text("run.costUnknown") : dollarsText(cost)] as const]),
  ];
  return (
    <dl className={styles.facts}>
      {rows.map(([label, value, isMono = false]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd className={isMono ? "mono" : "number"}>{revealLine(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function stateOf({ isOn, error }: RunFacts, stopped: boolean): string {
  if (isOn) return text("state.running");
  if (stopped || error?.code === "aborted") return text("run.reason.stopped");
  if (error?.code === "budget") return text("run.reason.budget");
  return text(error === null ? "run.reason.answer" : "run.reason.error");
}

function Trouble({ error }: { readonly error: NonNullable<RunFacts["error"]> }) {
  const isStopped = error.code === "aborted";
  return (
    <Note
      tone={isStopped ? "plain" : "failed"}
      icon={isStopped ? CircleSlash : CircleX}
      title={text(isStopped ? "trouble.stopped" : "run.reason.error")}
      {...(isStopped ? {} : { cause: revealWords(error.message) })}
    />
  );
}

function Files({ files, folder }: { readonly files: readonly ChangedFile[]; readonly folder: string }) {
  const state = useWindow();
  return (
    <section>
      <h2 className={styles.title}>{text("run.files")}</h2>
      <ul>
        {files.map(({ path, status, added, removed }) => {
          const name = pathInFolder(path, folder);
          const words = (
            <>
              <FileText className="icon icon-small" aria-hidden="true" />
              <span className="mono cut grow">{revealLine(name ?? path)}</span>
              <span className={`${styles.counts} number small`}>
                <LineCounts added={added} removed={removed} />
              </span>
            </>
          );
          return (
            <li key={path}>
              {name === null ? (
                <span className={styles.row}>{words}</span>
              ) : (
                <button
                  type="button"
                  className={styles.row}
                  onClick={() => (status === "deleted" ? state.changes.show(path) : showFile(state, name))}
                >
                  {words}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Steps({ steps }: { readonly steps: readonly RunStep[] }) {
  const { soughtStep } = useWindow();
  return (
    <section>
      <h2 className={styles.title}>{text("run.steps")}</h2>
      <ol>
        {steps.map(({ callId, words, status, durationMs }) => (
          <li key={callId}>
            <button type="button" className={styles.row} onClick={() => soughtStep.seek(callId)}>
              <span className="cut grow">{words}</span>
              <span className={status === "error" ? "small tone-failed" : "meta small number"}>
                {status === null || status === "ok" ? timeOf(durationMs) : text(`step.status.${status}`)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function timeOf(durationMs: number | null): string {
  return durationMs === null || isShort(durationMs) ? "" : duration(durationMs);
}
