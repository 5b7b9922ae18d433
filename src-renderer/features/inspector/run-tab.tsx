import type { SessionView } from "../../../src-preload/contract/reducers/session.ts";
import { revealLine, revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import { duration } from "../../ui/time.ts";
import styles from "./run-tab.module.css";

/** The models that wrote what a run said, in the order of their first word. */
function answeredBy({ messages, run }: SessionView): readonly string[] {
  const models = messages.flatMap(({ message }) =>
    message.role === "assistant" && message.runId === run?.runId && message.model !== undefined ? [message.model] : [],
  );
  return [...new Set(models)];
}

/** The run that is on or was last: model, steps, tokens, how it ended. */
export function RunTab({ view }: { readonly view: SessionView }) {
  const { run } = view;
  if (run === null) return <p className="pad meta">{text("inspector.noRun")}</p>;
  const { end } = run;
  const models = answeredBy(view);
  return (
    <div className="pad stack">
      <dl className={styles.facts}>
        <dt>{text("run.model")}</dt>
        <dd className="mono">{run.model}</dd>
        {models.some((model) => model !== run.model) ? (
          <>
            <dt>{text("run.answeredBy")}</dt>
            <dd className="mono">{models.join(", ")}</dd>
          </>
        ) : null}
        <dt>{text("run.state")}</dt>
        <dd>{end === null ? text("state.running") : text(`run.reason.${end.reason}`)}</dd>
        <dt>{text("run.iterations")}</dt>
        <dd className="number">{run.iteration}</dd>
        {end?.usage === undefined || end.usage === null ? null : (
          <>
            <dt>{text("run.tokensIn")}</dt>
            <dd className="number">{end.usage.promptTokens.toLocaleString()}</dd>
            <dt>{text("run.tokensOut")}</dt>
            <dd className="number">{end.usage.completionTokens.toLocaleString()}</dd>
          </>
        )}
      </dl>
      {end?.error === undefined ? null : <p className={noteStyles.failed}>{revealWords(end.error.message)}</p>}
      <ol>
        {run.steps.map((step) => (
          <li key={step.callId} className="row">
            <span className="mono cut grow">{revealLine(`${step.label ?? step.tool} ${step.title}`)}</span>
            <span className="meta small number">{step.durationMs === null ? "" : duration(step.durationMs)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
