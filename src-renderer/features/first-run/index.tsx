import "../../ui/later-words.ts";
import { useRef } from "react";
import markStyles from "../../ui/mark.module.css";
import { Mark } from "../../ui/mark.tsx";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import styles from "./first-run.module.css";
import { Foot } from "./foot.tsx";
import { Offers } from "./offers.tsx";
import { TestPart } from "./test-part.tsx";
import { useFirstFocus } from "./use-first-focus.ts";
import { useFirstRun } from "./use-first-run.ts";
import { WorkFolder } from "./work-folder.tsx";

/** Shown while no model is set: one question, which model. What is found is offered first, what is not stays folded. */
export function FirstRun() {
  const run = useFirstRun();
  const body = useRef<HTMLDivElement>(null);
  useFirstFocus(body, run.found.kind);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <span className={`${markStyles.perched} ${styles.bird}`}>
          <Mark branch={false} />
        </span>
        <div className={styles.body} ref={body}>
          <header className={styles.what}>
            <b className="medium">{text("app.name")}</b>
            <p className="dim">{text("first.what")}</p>
          </header>
          <h1 tabIndex={-1}>{text("first.title")}</h1>
          <Offers run={run} />
          <TestPart run={run} />
          {run.rest === null ? null : (
            <p className={noteStyles.failed} role="alert">
              {run.rest}
            </p>
          )}
          <WorkFolder />
        </div>
        <Foot run={run} />
      </div>
    </main>
  );
}
