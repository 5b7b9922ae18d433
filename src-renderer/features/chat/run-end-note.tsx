import type { ChatFacts } from "../../state/chat-snapshot.ts";
import styles from "./transcript.module.css";
import { StoppedNote, TroubleNote } from "./trouble-note.tsx";
import type { PerchRow, Row } from "./turns.ts";

interface RunEndNoteProps {
  readonly lastRow: Row | undefined;
  readonly facts: ChatFacts;
}

/** How the last run ended, where no message of it says so: it was stopped at a step, or failed without a word. */
export function RunEndNote({ lastRow, facts }: RunEndNoteProps) {
  const { stopped, failure, interrupted, overBudget } = facts;
  const own = lastRow?.kind === "perch" ? lastRow : null;
  if ((own !== null && saysItself(own)) || own?.isLive === true || overBudget !== null) return null;
  const messageId = own?.messageId ?? (lastRow?.kind === "user" ? lastRow.message.id : null);
  if (stopped) {
    return (
      <div className={styles.column}>
        <StoppedNote durationMs={own?.durationMs ?? null} messageId={messageId} />
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

function saysItself({ pieces }: PerchRow): boolean {
  const last = pieces.at(-1);
  return last?.kind === "text" && last.message.error !== undefined;
}
