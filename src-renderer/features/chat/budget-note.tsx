import { TriangleAlert } from "lucide-react";
import type { BudgetScope } from "../../../src-preload/contract/budget-error.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { text } from "../../ui/text.ts";
import styles from "./interrupted.module.css";

interface BudgetNoteProps {
  readonly sessionKey: SessionKey;
  readonly scope: BudgetScope;
}

/** A limit stopped the last run: what was used up, and the two ways on. */
export function BudgetNote({ sessionKey, scope }: BudgetNoteProps) {
  const { chatActs, overlay } = useWindow();
  const isGoing = usePick(chatActs.store, ({ goingOn }) => goingOn.includes(sessionKey));
  return (
    <Note
      tone="needs"
      icon={TriangleAlert}
      label={text("state.overBudget")}
      title={text(`chat.overBudget.${scope}`)}
      cause={text(scope === "run" ? "chat.overBudgetRun" : "chat.overBudgetWords")}
      className={styles.interrupted}
    >
      <Button kind="ghost" size="small" onClick={() => overlay.open({ kind: "limits", side: "limits" })}>
        {text("action.changeLimits")}
      </Button>
      <Button size="small" disabled={isGoing} onClick={() => void chatActs.goOn(sessionKey, scope)}>
        {text("chat.goOn")}
      </Button>
    </Note>
  );
}
