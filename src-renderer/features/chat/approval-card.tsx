import { useId, useState } from "react";
import { lookalikesOf, reachOf } from "../../../src-preload/contract/approval-facts.ts";
import type { ApprovalDecision } from "../../../src-preload/contract/records.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { keyWords } from "../../ui/keys.ts";
import { Parts, ShownLines } from "../../ui/shown-lines.tsx";
import { text } from "../../ui/text.ts";
import styles from "./approval-card.module.css";
import { useDecisionKeys } from "./use-decision-keys.ts";

interface ApprovalCardProps {
  readonly approval: PendingApproval;
  /** The first of several: its button is the primary one. */
  readonly isFirst?: boolean;
}

/** What waits for a decision: the act, where, who can see it, whether it can be undone, and what exactly. */
export function ApprovalCard({ approval, isFirst = true }: ApprovalCardProps) {
  const heading = useId();
  return (
    <div className={styles.approval} role="group" aria-label={text("approval.label")} aria-describedby={heading}>
      <Act approval={approval} heading={heading} />
      <Body approval={approval} />
      <Decision approval={approval} isFirst={isFirst} />
    </div>
  );
}

interface ActProps {
  readonly approval: PendingApproval;
  /** The id of its words. */
  readonly heading: string;
}

/** What will happen, where, who can see it, and whether it can be undone. */
function Act({ approval: { subject }, heading }: ActProps) {
  const reach = reachOf(subject);
  return (
    <>
      <div className={styles.top}>
        <h2 id={heading}>
          <Parts text={subject.title} />
        </h2>
        <dl className={styles.facts}>
          <div>
            <dt>{text("approval.where")}</dt>
            <dd className={styles.path}>
              <Parts text={subject.where} />
            </dd>
          </div>
          <div>
            <dt>{text("approval.who")}</dt>
            <dd className={reach === "stays" ? "" : "tone-needs"}>{text(reachWords[reach])}</dd>
          </div>
          <div>
            <dt>{text("approval.undo")}</dt>
            <dd className={subject.reversible ? "" : "tone-needs"}>
              {text(subject.reversible ? "approval.reversible" : "approval.irreversible")}
            </dd>
          </div>
        </dl>
      </div>
      {reach === "leaves" ? <p className={`meta small ${styles.why}`}>{revealLine(subject.reason)}</p> : null}
      {reach === "command" ? <p className={`meta small ${styles.why}`}>{text("approval.commandWords")}</p> : null}
      {lookalikesOf(subject).map((found) => (
        <p key={found.word} className={`small ${styles.why} ${styles.isExact} tone-needs`}>
          {text(`approval.lookalike.${found.kind}`, found)}
        </p>
      ))}
    </>
  );
}

/** What exactly. */
function Body({ approval: { subject } }: Pick<ActProps, "approval">) {
  if (subject.body === "") return null;
  return (
    <div className={styles.exactly}>
      <ShownLines body={subject.body} bodyKind={subject.bodyKind} />
    </div>
  );
}

function Decision({ approval: { approvalId }, isFirst }: Required<ApprovalCardProps>) {
  const { inbox } = useWindow();
  const isAnswered = usePick(inbox.store, ({ answered }) => answered.includes(approvalId));
  const [note, setNote] = useState("");
  const answer = (decision: ApprovalDecision): void => void inbox.answer(approvalId, decision, note);
  useDecisionKeys(isFirst, answer);
  return (
    <div className={styles.actions}>
      <Button
        kind={isFirst ? "primary" : "plain"}
        {...(isFirst ? { keys: keyWords("Mod+Enter") } : {})}
        disabled={isAnswered}
        onClick={() => answer("allow-once")}
      >
        {text("approval.allowOnce")}
      </Button>
      <Button
        kind="ghost"
        {...(isFirst ? { keys: keyWords("Mod+Backspace") } : {})}
        disabled={isAnswered}
        onClick={() => answer("deny")}
      >
        {text("approval.deny")}
      </Button>
      <label className="input grow">
        <span className="screen-reader">{text("approval.note")}</span>
        <input value={note} onChange={(event) => setNote(event.target.value)} placeholder={text("approval.note")} />
      </label>
    </div>
  );
}

const reachWords = {
  stays: "approval.stays",
  leaves: "approval.leaves",
  command: "approval.command",
  "not-known": "approval.notKnown",
} as const;
