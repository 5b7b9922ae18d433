import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { ApprovalDecision, ApprovalSubject } from "../../../src-preload/contract/records.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { diffCounts } from "../../ui/diff-counts.ts";
import { keyWords } from "../../ui/keys.ts";
import { LineCounts } from "../../ui/line-counts.tsx";
import { Parts } from "../../ui/shown-lines.tsx";
import { text } from "../../ui/text.ts";
import styles from "./approval-card.module.css";
import { Facts, Lookalikes, SubjectBody, Warnings } from "./approval-parts.tsx";
import { ReasonField } from "./reason-field.tsx";
import { RememberForm } from "./remember-form.tsx";
import { useDecisionKeys } from "./use-decision-keys.ts";
import { useReason } from "./use-reason.ts";

interface BurstCardProps {
  /** Two or more calls of one reply, of one tool. */
  readonly approvals: readonly PendingApproval[];
  readonly isFirst: boolean;
}

/** Calls that are alike, in one card: all of them, or one by one. Only one is open at a time, the first by itself. */
export function BurstCard({ approvals, isFirst }: BurstCardProps) {
  const { inbox } = useWindow();
  const heading = useId();
  const [opened, setOpened] = useState<string | null | undefined>(undefined);
  const reason = useReason();
  const [first] = approvals;
  const count = approvals.length;
  const all = (decision: ApprovalDecision): void => {
    for (const { approvalId } of approvals) void inbox.answer(approvalId, decision, reason.words);
  };
  const subject = approvals.map(({ approvalId }) => approvalId).join(" ");
  useDecisionKeys(isFirst, subject, all);
  if (first === undefined) return null;
  const open = opened === undefined || !approvals.some(({ approvalId }) => approvalId === opened) ? undefined : opened;
  const shown = opened === null ? null : (open ?? first.approvalId);
  return (
    <div className={styles.approval} role="group" aria-label={text("approval.label")} aria-describedby={heading}>
      <div className={styles.top}>
        <h2 id={heading}>{titleOf(first.subject, count)}</h2>
        <Facts subject={sharedFacts(approvals)} where={sharedWhere(approvals)} />
      </div>
      <Warnings subject={{ ...first.subject, title: "", where: "", body: "" }} />
      <ol className={styles.list}>
        {approvals.map((approval) => (
          <BurstItem
            key={approval.approvalId}
            approval={approval}
            isOpen={shown === approval.approvalId}
            onToggle={(isOpen) => setOpened(isOpen ? approval.approvalId : null)}
          />
        ))}
      </ol>
      <div className={styles.actions}>
        <Button
          kind={isFirst ? "primary" : "plain"}
          {...(isFirst ? { keys: keyWords("Mod+Enter") } : {})}
          onClick={() => all("allow-once")}
        >
          {text("approval.allowAll", { count })}
        </Button>
        <Button kind="ghost" {...(isFirst ? { keys: keyWords("Mod+Backspace") } : {})} onClick={() => all("deny")}>
          {text("approval.denyAll", { count })}
        </Button>
        <ReasonField {...reason} onDeny={() => all("deny")} />
      </div>
    </div>
  );
}

interface BurstItemProps {
  readonly approval: PendingApproval;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** One of them: its title, what it changes; a command stands there whole or counted, a change opens. */
function BurstItem({ approval, isOpen, onToggle }: BurstItemProps) {
  const { inbox } = useWindow();
  const { approvalId, subject } = approval;
  const isAnswered = usePick(inbox.store, ({ answered }) => answered.includes(approvalId));
  const heading = useId();
  const [isRemembering, setRemembering] = useState(false);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const runs = subject.bodyKind === "command" || subject.bodyKind === "arguments";
  const answer = (decision: ApprovalDecision): void => void inbox.answer(approvalId, decision, "");
  return (
    <li className={styles.item} aria-labelledby={heading}>
      <button type="button" className={styles.itemLine} aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
        <Chevron className="icon chevron" aria-hidden="true" />
        <span id={heading} className={styles.itemTitle}>
          <Parts text={subject.title} />
        </span>
        <span className="number small">
          {subject.bodyKind === "diff" ? <LineCounts {...diffCounts(subject.body)} /> : null}
        </span>
      </button>
      <Lookalikes subject={subject} />
      {isOpen ? <SubjectBody subject={subject} /> : runs ? <SubjectBody subject={subject} first={3} last={1} /> : null}
      {isOpen && isRemembering && subject.offers !== undefined ? (
        <RememberForm
          approval={approval}
          offers={subject.offers}
          onRemember={(remember) => void inbox.answer(approvalId, "allow-once", "", remember)}
          onCancel={() => setRemembering(false)}
        />
      ) : isOpen ? (
        <div className={styles.itemActs}>
          <Button size="small" disabled={isAnswered} onClick={() => answer("allow-once")}>
            {text("approval.allowOnce")}
          </Button>
          {subject.offers === undefined ? null : (
            <Button size="small" disabled={isAnswered} onClick={() => setRemembering(true)}>
              {text("approval.always")}
            </Button>
          )}
          <Button size="small" kind="ghost" disabled={isAnswered} onClick={() => answer("deny")}>
            {text("approval.deny")}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function titleOf({ bodyKind, effect, tool }: ApprovalSubject, count: number): string {
  if (bodyKind === "command") return text("approval.burst.command", { count });
  return effect === "write" && bodyKind !== "arguments"
    ? text("approval.burst.write", { count })
    : text("approval.burst.tool", { count, tool });
}

/** What holds for the worst of them is said of all. */
function sharedFacts(approvals: readonly PendingApproval[]) {
  const subjects = approvals.map(({ subject }) => subject);
  const [{ effect, bodyKind } = { effect: "execute", bodyKind: "command" } as const] = subjects;
  return {
    effect,
    bodyKind,
    reversible: subjects.every((subject) => subject.reversible),
    reaches: [...new Set(subjects.flatMap((subject) => subject.reaches ?? []))],
  };
}

/** The folder of commands is one for all; files say theirs in their titles. */
function sharedWhere(approvals: readonly PendingApproval[]): string {
  const places = new Set(approvals.map(({ subject }) => subject.where));
  return places.size === 1 ? ([...places][0] ?? "") : "";
}
