import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { useFocus } from "../../ui/use-focus.ts";
import styles from "./proposal-strip.module.css";

interface ProposalFormProps {
  readonly fact: string;
  readonly problem: string | null;
  readonly canAccept: boolean;
  readonly onAccept: (fact: string) => void;
  readonly onCancel: () => void;
}

/** The fact in the person's own words: accepted as it is typed. Escape leaves it as it was. */
export function ProposalForm({ fact, problem, canAccept, onAccept, onCancel }: ProposalFormProps) {
  const [typed, setTyped] = useState(fact);
  const field = useRef<HTMLTextAreaElement>(null);
  useFocus(field, { asked: fact, atFirst: true });
  const canSend = canAccept && typed.trim() !== "";
  return (
    <form
      className="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onAccept(typed);
      }}
    >
      <TextArea
        ref={field}
        label={text("knowledge.proposal.fact")}
        rows={2}
        value={typed}
        problem={problem}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            onCancel();
          } else if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            if (canSend) onAccept(typed);
          }
        }}
      />
      <div className={styles.acts}>
        <Button size="small" kind="primary" type="submit" disabled={!canSend}>
          {text("knowledge.proposal.accept")}
        </Button>
        <Button size="small" kind="ghost" onClick={onCancel}>
          {text("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
