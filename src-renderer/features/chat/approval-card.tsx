import { useId, useState } from "react";
import type { ApprovalDecision } from "../../../src-preload/contract/records.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { keyWords } from "../../ui/keys.ts";
import { Parts } from "../../ui/shown-lines.tsx";
import { text } from "../../ui/text.ts";
import styles from "./approval-card.module.css";
import { Facts, SubjectBody, Warnings } from "./approval-parts.tsx";
import { ReasonField } from "./reason-field.tsx";
import { RememberForm } from "./seldom.tsx";
import { useDecisionKeys } from "./use-decision-keys.ts";
import { useReason } from "./use-reason.ts";

interface ApprovalCardProps {
  readonly approval: PendingApproval;
  readonly isFirst?: boolean;
}

/** What waits for a decision: the act, where, who can see it, whether it can be undone, and what exactly. */
export function ApprovalCard({ approval, isFirst = true }: ApprovalCardProps) {
  const heading = useId();
  const { subject, subagent } = approval;
  return (
    <div className={styles.approval} role="group" aria-label={text("approval.label")} aria-describedby={heading}>
      <div className={styles.top}>
        {subagent === undefined ? null : (
          <p className="small meta">{text("approval.subagent", { name: revealLine(subagent.label) })}</p>
        )}
        <h2 id={heading}>
          <Parts text={subject.title} />
        </h2>
        <Facts subject={subject} where={subject.where} />
      </div>
      <Warnings subject={subject} />
      <SubjectBody subject={subject} />
      <Decision approval={approval} isFirst={isFirst} />
    </div>
  );
}

function Decision({ approval, isFirst }: Required<ApprovalCardProps>) {
  const { inbox } = useWindow();
  const { approvalId, subject } = approval;
  const [isRemembering, setRemembering] = useState(false);
  const isAnswered = usePick(inbox.store, ({ answered }) => answered.includes(approvalId));
  const reason = useReason();
  const answer = (decision: ApprovalDecision): void => void inbox.answer(approvalId, decision, reason.words);
  useDecisionKeys(isFirst && !isRemembering, approvalId, answer);
  if (isRemembering && subject.offers !== undefined) {
    return (
      <RememberForm
        approval={approval}
        offers={subject.offers}
        onRemember={(remember) => void inbox.answer(approvalId, "allow-once", "", remember)}
        onCancel={() => setRemembering(false)}
      />
    );
  }
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
      {subject.offers === undefined ? null : (
        <Button disabled={isAnswered} onClick={() => setRemembering(true)}>
          {text("approval.always")}
        </Button>
      )}
      <Button
        kind="ghost"
        {...(isFirst ? { keys: keyWords("Mod+Backspace") } : {})}
        disabled={isAnswered}
        onClick={() => answer("deny")}
      >
        {text("approval.deny")}
      </Button>
      <ReasonField {...reason} onDeny={() => answer("deny")} />
    </div>
  );
}
