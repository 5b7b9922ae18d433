import { Fragment, useEffect, useRef, useState } from "react";
import type { AssistantMessage } from "../../../src-preload/contract/records.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { Folding } from "../../state/preferences.ts";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import proseStyles from "../../ui/prose.module.css";
import { text } from "../../ui/text.ts";
import { ApprovalCards } from "./approval-cards.tsx";
import { LiveLine } from "./live-line.tsx";
import styles from "./message.module.css";
import { useOpenAddress } from "./open-address.ts";
import { RunHead } from "./run-head.tsx";
import { QuestionCard, StoppedNote, SubagentsOfReply, TodoList, TroubleNote } from "./seldom.tsx";
import { isOneRow, lastFailure } from "./step-groups.ts";
import { StepList } from "./step-list.tsx";
import { Thoughts } from "./thoughts.tsx";
import { TurnEnd } from "./turn-end.tsx";
import { stepsOf } from "./turn-facts.ts";
import type { PerchRow, Piece, Step } from "./turns.ts";
import { Who } from "./user-message.tsx";

/**
 * A turn: what Perch did, as a rail of steps, and what it said. The density says how much of the steps is shown, while it
 * goes on and afterwards alike, so that the end of a run moves nothing; their head stands above them from the beginning.
 */
export function PerchMessageRow({ row }: { readonly row: PerchRow }) {
  const folding = usePick(useWindow().preferences, (preferences) => preferences.folding);
  const [opened, setOpened] = useState<boolean | null>(null);
  const steps = stepsOf(row.pieces);
  useOpenedFor(steps, () => setOpened(true));
  const folds = steps.length > 0 && (folding !== "result" || !isOneRow(row.pieces));
  const isFolded = folds && !(opened ?? folding !== "result");
  const lastWords = row.pieces.findLastIndex((piece) => piece.kind === "text");
  const firstSteps = row.pieces.findIndex((piece) => piece.kind === "steps");
  return (
    <article className={styles.message} aria-label={text("chat.perch")} aria-busy={!row.isOver}>
      <Who name={text("chat.perch")} at={row.at} />
      <div className={styles.pieces} data-reaches-out="">
        {row.pieces.map((piece, index) => (
          <Fragment key={piece.id}>
            {folds && index === firstSteps ? (
              <RunHead row={row} steps={steps} isFolded={isFolded} onToggle={() => setOpened(isFolded)} />
            ) : null}
            <PieceView
              row={row}
              piece={piece}
              folding={folding}
              isFolded={isFolded}
              isNow={row.isLive && index === row.pieces.length - 1}
              isLast={index === lastWords}
            />
          </Fragment>
        ))}
      </div>
      {steps.some(({ result }) => result?.details?.todo !== undefined) ? <TodoList steps={steps} /> : null}
      {steps.some(({ tool }) => tool === "spawn") ? (
        <SubagentsOfReply run={row.run} steps={steps} card={cardsOf} />
      ) : null}
      {row.isLive ? <LiveLine run={row.run} /> : null}
      {row.isOver && steps.some(({ result }) => result?.details?.question !== undefined) ? (
        <QuestionCard row={row} />
      ) : null}
      {row.isOver ? <TurnEnd row={row} steps={steps} /> : null}
    </article>
  );
}

const cardsOf = (approvals: readonly PendingApproval[]) => <ApprovalCards approvals={approvals} />;

/** Opens the turn that holds the step that is sought. */
function useOpenedFor(steps: readonly Step[], onOpen: () => void): void {
  const { callId, asked } = usePick(useWindow().soughtStep.store, (state) => state);
  const holds = steps.some((step) => step.callId === callId);
  const seen = useRef(0);
  const open = useRef(onOpen);
  open.current = onOpen;
  useEffect(() => {
    if (!holds || asked === seen.current) return;
    seen.current = asked;
    open.current();
  }, [holds, asked]);
}

interface PieceViewProps {
  readonly row: PerchRow;
  readonly piece: Piece;
  readonly folding: Folding;
  readonly isFolded: boolean;
  /** What goes on now is of this piece. */
  readonly isNow: boolean;
  /** The last words of the turn. */
  readonly isLast: boolean;
}

function PieceView({ row, piece, folding, isFolded, isNow, isLast }: PieceViewProps) {
  const open = useOpenAddress();
  const showsAll = folding === "everything";
  switch (piece.kind) {
    case "streaming":
      // What it thinks now stands in the live line.
      return piece.text === "" ? null : (
        <>
          {isFolded ? null : <Thoughts words={piece.reasoning} durationMs={piece.thoughtMs} startsOpen={showsAll} />}
          <div className={proseStyles.prose}>
            <Markdown text={piece.text} isStreaming onOpen={open} />
          </div>
        </>
      );
    case "text":
      if (isFolded && !isLast && row.isOver) return null;
      return <Said row={row} message={piece.message} showsThoughts={!isFolded} startsOpen={showsAll} />;
    case "steps":
      return (
        <StepList
          steps={piece.steps}
          isFolded={isFolded}
          isNow={isNow}
          showsAll={showsAll}
          alone={lastFailure(stepsOf(row.pieces), row.isOver && hasFailed(row))}
        />
      );
    default: {
      const never: never = piece;
      return never;
    }
  }
}

interface SaidProps {
  readonly row: PerchRow;
  readonly message: AssistantMessage;
  readonly showsThoughts: boolean;
  readonly startsOpen: boolean;
}

/** One message of the turn: its thoughts, its words, and why it ended where it did not end well. */
function Said({ row, message, showsThoughts, startsOpen }: SaidProps) {
  const open = useOpenAddress();
  const { content, error, reasoning = "", reasoningMs = null } = message;
  // The way on is offered below; this is what remains of it.
  if (error?.code === "budget") return <p className="meta">{content}</p>;
  const hasWords = content !== "" && content !== error?.message;
  return (
    <>
      {showsThoughts ? <Thoughts words={reasoning} durationMs={reasoningMs} startsOpen={startsOpen} /> : null}
      {hasWords ? (
        <div className={proseStyles.prose}>
          <Markdown text={content} onOpen={open} />
        </div>
      ) : null}
      {message.unproven === true ? <p className="meta small">{text("chat.unproven")}</p> : null}
      {error === undefined ? null : error.code === "aborted" ? (
        <StoppedNote durationMs={row.durationMs} messageId={row.messageId} />
      ) : (
        <TroubleNote error={error} model={message.model ?? ""} messageId={row.messageId} hasWords={hasWords} />
      )}
    </>
  );
}

/** Its run ended with an error that no person brought about. */
function hasFailed({ pieces }: PerchRow): boolean {
  const last = pieces.at(-1);
  // A turn whose last word is a step came to no answer.
  if (last?.kind !== "text") return last?.kind === "steps";
  return last.message.error !== undefined && last.message.error.code !== "aborted";
}
