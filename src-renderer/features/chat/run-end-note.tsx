import type { RunView } from "../../../src-preload/contract/run-view.ts";
import type { ChatFacts } from "../../state/chat-snapshot.ts";
import { StoppedNote, TroubleNote } from "./seldom.tsx";
import styles from "./transcript.module.css";
import type { PerchRow, Row } from "./turns.ts";

interface RunEndNoteProps {
  readonly rows: readonly Row[];
  readonly run: RunView | null;
  readonly facts: ChatFacts;
}

/** How the last run ended, where no message of it says so: it was stopped at a step, or failed without a word. */
export function RunEndNote({ rows, run, facts }: RunEndNoteProps) {
  const { stopped, failure, interrupted, overBudget } = facts;
  const lastRow = rows.at(-1);
  const own = lastRow?.kind === "perch" ? lastRow : null;
  if ((own !== null && saysItself(own)) || own?.isLive === true || overBudget !== null) return null;
  const asked = rows.findLast((row) => row.kind === "user");
  const messageId = own?.messageId ?? (asked?.kind === "user" ? asked.message.id : null);
  if (stopped) {
    return (
      <div className={styles.column}>
        <StoppedNote durationMs={own?.durationMs ?? lengthOf(run)} messageId={messageId} />
      </div>
    );
  }
  if (failure === null || interrupted !== null) return null;
  return (
    <div className={styles.column}>
      <TroubleNote error={failure} model="" messageId={messageId} hasWords={own !== null} />
    </div>
  );
}

/** Of a run that left no word: known while the window has seen its end. */
function lengthOf(run: RunView | null): number | null {
  return run === null || run.endedAt === null ? null : run.endedAt - run.startedAt;
}

function saysItself({ pieces }: PerchRow): boolean {
  const last = pieces.at(-1);
  return last?.kind === "text" && last.message.error !== undefined;
}
