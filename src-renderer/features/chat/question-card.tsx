import type { ToolMessage } from "../../../src-preload/contract/records.ts";
import type { PageMessage } from "../../../src-preload/contract/session.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { Parts } from "../../ui/shown-lines.tsx";
import { text } from "../../ui/text.ts";
import cardStyles from "./approval-card.module.css";
import styles from "./question-card.module.css";
import { stepsOf } from "./turn-facts.ts";
import type { PerchRow } from "./turns.ts";

/** A question that the turn ended with, until it is answered: by a press, or by the next message. */
export function QuestionCard({ row }: { readonly row: PerchRow }) {
  const { chat, chatActs } = useWindow();
  const open = usePick(chat.store, (state) => (state.kind === "open" ? state : null));
  const isGoing = usePick(chatActs.store, ({ goingOn }) => open !== null && goingOn.includes(open.key));
  const asked = open === null ? null : askedLast(open.view.messages);
  const isHere = stepsOf(row.pieces).some(({ result }) => result !== null && result.id === asked?.id);
  const question = asked?.details?.question;
  if (open === null || question === undefined || !isHere) return null;
  return (
    <div className={`${cardStyles.approval} ${styles.card}`} role="group" aria-label={text("question.label")}>
      <div className={styles.options}>
        {question.options.map((option) => (
          <Button key={option} disabled={isGoing} onClick={() => void chatActs.answer(open.key, option)}>
            <Parts text={option} />
          </Button>
        ))}
      </div>
      <p className="small meta">{text(question.options.length === 0 ? "question.write" : "question.hint")}</p>
    </div>
  );
}

/** The result that is a question, where nobody has said anything since. */
function askedLast(messages: readonly PageMessage[]): ToolMessage | null {
  const said = messages.findLastIndex(({ message }) => message.role === "user");
  const results = messages.slice(said + 1).flatMap(({ message }) => (message.role === "tool" ? [message] : []));
  return results.find(({ details }) => details?.question !== undefined) ?? null;
}
