import { useState } from "react";
import type { MemoryProposal, ProposalDecision } from "../../../src-preload/contract/knowledge.ts";
import { revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import { useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { FieldProblem } from "../../ui/field-problem.tsx";
import { text } from "../../ui/text.ts";
import { shortTime } from "../../ui/time.ts";
import { ChatLink } from "./chat-link.tsx";
import { ProposalForm } from "./proposal-form.tsx";
import styles from "./proposal-strip.module.css";
import { kindWords, reasonWords } from "./proposal-words.ts";

interface ProposalItemProps {
  readonly proposal: MemoryProposal;
  readonly canAccept: boolean;
  readonly isDeciding: boolean;
  /** The person puts it into their own words. */
  readonly isEdited: boolean;
  readonly onEdit: (isEdited: boolean) => void;
}

/** One change of the memory: what it would be, why it waits, where it comes from, and the four answers. */
export function ProposalItem({ proposal, canAccept, isDeciding, isEdited, onEdit }: ProposalItemProps) {
  const { proposals } = useWindow();
  const [problem, setProblem] = useState<string | null>(null);
  const decide = async (decision: ProposalDecision, fact?: string): Promise<void> => {
    setProblem(await proposals.decide(proposal.id, decision, fact));
  };
  const { kind, fact, replaces, merges = [] } = proposal;
  return (
    <li className={styles.item} data-kind={kind}>
      <p className="row">
        <span className="chip">{kindWords(kind)}</span>
        {replaces === undefined ? null : (
          <del className="meta grow" dir="auto">
            {revealWords(replaces)}
          </del>
        )}
      </p>
      {merges.length === 0 ? null : (
        <ul className="stack tight meta" aria-label={text("knowledge.proposal.merged")}>
          {merges.map((merged) => (
            <li key={merged}>
              <del dir="auto">{revealWords(merged)}</del>
            </li>
          ))}
        </ul>
      )}
      {isEdited ? (
        <ProposalForm
          fact={fact}
          problem={problem}
          canAccept={canAccept && !isDeciding}
          onAccept={(words) => void decide("accept", words)}
          onCancel={() => {
            setProblem(null);
            onEdit(false);
          }}
        />
      ) : (
        <>
          <p className={styles.fact} dir="auto">
            {revealWords(fact)}
          </p>
          <Origin proposal={proposal} />
          <FieldProblem words={problem} />
          <Answers
            proposal={proposal}
            canAccept={canAccept}
            isDeciding={isDeciding}
            onDecide={(decision) => void decide(decision)}
            onEdit={() => onEdit(true)}
          />
        </>
      )}
    </li>
  );
}

/** Why it waits, and the chat that it comes from. */
function Origin({ proposal: { reason, author, time } }: Pick<ProposalItemProps, "proposal">) {
  return (
    <p className={`${styles.origin} meta small`}>
      <span>{reasonWords(reason)}</span>
      {author.kind === "agent" && reason !== "tidy" ? <ChatLink author={author} /> : null}
      <time dateTime={new Date(time).toISOString()}>{shortTime(time, Date.now())}</time>
    </p>
  );
}

interface AnswersProps extends Pick<ProposalItemProps, "proposal" | "canAccept" | "isDeciding"> {
  readonly onDecide: (decision: ProposalDecision) => void;
  readonly onEdit: () => void;
}

function Answers({ proposal: { kind, fact }, canAccept, isDeciding, onDecide, onEdit }: AnswersProps) {
  return (
    <div className={styles.acts} role="group" aria-label={text("knowledge.proposal.answers", { fact })}>
      <Button size="small" kind="primary" disabled={!canAccept || isDeciding} onClick={() => onDecide("accept")}>
        {text("knowledge.proposal.accept")}
      </Button>
      {kind === "remove" ? null : (
        <Button size="small" disabled={isDeciding} onClick={onEdit}>
          {text("knowledge.proposal.edit")}
        </Button>
      )}
      <Button size="small" kind="ghost" disabled={isDeciding} onClick={() => onDecide("reject")}>
        {text("knowledge.proposal.reject")}
      </Button>
      <Button
        size="small"
        kind="ghost"
        disabled={isDeciding}
        data-tip={text("knowledge.proposal.neverHint")}
        onClick={() => onDecide("never")}
      >
        {text("knowledge.proposal.never")}
      </Button>
    </div>
  );
}
