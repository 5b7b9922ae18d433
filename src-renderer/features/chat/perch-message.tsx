import { ChevronDown, ChevronRight, RefreshCw } from "lucide-react";
import { Fragment, useState } from "react";
import { revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { tokenCount } from "../../ui/amounts.ts";
import { IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import noteStyles from "../../ui/note.module.css";
import proseStyles from "../../ui/prose.module.css";
import { text } from "../../ui/text.ts";
import { duration } from "../../ui/time.ts";
import { LiveLine } from "./live-line.tsx";
import styles from "./message.module.css";
import { useOpenAddress } from "./open-address.ts";
import lineStyles from "./run-line.module.css";
import { standInWords, stepCount } from "./run-words.ts";
import { SiblingArrows } from "./sibling-arrows.tsx";
import stepStyles from "./step-row.module.css";
import { StepRow } from "./step-row.tsx";
import type { PerchRow, Piece, Step } from "./turns.ts";
import { Who } from "./user-message.tsx";

/**
 * A turn: what Perch did, as a rail of steps, and what it said. Its steps fold, in a finished one by themselves; what failed
 * or waits never does. Their head stands above the first of them from the beginning, so that the end of a run moves nothing.
 */
export function PerchMessageRow({ row }: { readonly row: PerchRow }) {
  const folding = usePick(useWindow().preferences, (preferences) => preferences.folding);
  const [opened, setOpened] = useState<boolean | null>(null);
  const steps = row.pieces.flatMap((piece) => (piece.kind === "steps" ? piece.steps : []));
  const isFolded = steps.length > 0 && !(opened ?? (row.isLive || folding !== "result"));
  const lastWords = row.pieces.findLastIndex((piece) => piece.kind === "text");
  const firstSteps = row.pieces.findIndex((piece) => piece.kind === "steps");
  return (
    <article className={styles.message} aria-label={text("chat.perch")} aria-busy={row.isLive}>
      <Who name={text("chat.perch")} at={row.at} />
      {row.pieces.map((piece, index) => (
        <Fragment key={piece.id}>
          {index === firstSteps ? (
            <RunHead row={row} steps={steps} isFolded={isFolded} onToggle={() => setOpened(isFolded)} />
          ) : null}
          <PieceView piece={piece} isFolded={isFolded} isLast={index === lastWords} />
        </Fragment>
      ))}
      {row.isLive ? <LiveLine run={row.run} /> : <MessageActs row={row} />}
      {row.isLive || row.standIn === null ? null : <p className={lineStyles.note}>{standInWords(row.standIn)}</p>}
    </article>
  );
}

interface PieceViewProps {
  readonly piece: Piece;
  readonly isFolded: boolean;
  readonly isLast: boolean;
}

function PieceView({ piece, isFolded, isLast }: PieceViewProps) {
  const open = useOpenAddress();
  switch (piece.kind) {
    case "streaming":
      return (
        <>
          <Reasoning words={piece.reasoning} isLive={piece.text === ""} />
          <div className={proseStyles.prose}>
            {piece.text === "" ? null : <Markdown text={piece.text} isStreaming onOpen={open} />}
          </div>
        </>
      );
    case "text": {
      const { message } = piece;
      if (isFolded && !isLast) return null;
      // The way on is offered below; this is what remains of it.
      if (message.error?.code === "budget") return <p className="meta">{message.content}</p>;
      return (
        <>
          <Reasoning words={message.reasoning ?? ""} isLive={false} />
          {message.content === "" || message.content === message.error?.message ? null : (
            <div className={proseStyles.prose}>
              <Markdown text={message.content} onOpen={open} />
            </div>
          )}
          {message.unproven === true ? <p className="meta small">{text("chat.unproven")}</p> : null}
          {message.error === undefined ? null : (
            <p className={isStopped(piece) ? "meta small" : noteStyles.failed} data-error={message.error.code}>
              {revealWords(message.error.message)}
            </p>
          )}
        </>
      );
    }
    case "steps": {
      const shown = isFolded ? piece.steps.filter(neverFolds) : piece.steps;
      if (shown.length === 0) return null;
      return (
        <div className={stepStyles.steps} data-reaches-out="">
          {shown.map((step) => (
            <StepRow key={step.callId} step={step} />
          ))}
        </div>
      );
    }
    default: {
      const never: never = piece;
      return never;
    }
  }
}

/** Cut off by the person who read it. */
export function isStopped(piece: Piece | undefined): boolean {
  return piece?.kind === "text" && piece.message.error?.code === "aborted";
}

function neverFolds({ state }: Step): boolean {
  return state === "error" || state === "waiting" || state === "running";
}

function Reasoning({ words, isLive }: { readonly words: string; readonly isLive: boolean }) {
  if (words === "") return null;
  return (
    <details className={styles.reasoning}>
      <summary>{text(isLive ? "chat.thinking" : "chat.thoughts")}</summary>
      <p className="typed">{revealWords(words)}</p>
    </details>
  );
}

interface RunHeadProps {
  readonly row: PerchRow;
  readonly steps: readonly Step[];
  readonly isFolded: boolean;
  readonly onToggle: () => void;
}

function RunHead({ row, steps, isFolded, onToggle }: RunHeadProps) {
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  const tokens = row.usage?.totalTokens ?? 0;
  const facts = [
    stepCount(steps.length),
    ...(tokens === 0 ? [] : [text("chat.tokens", { count: tokenCount(tokens) })]),
  ];
  return (
    <button
      type="button"
      className={`${lineStyles.line} ${lineStyles.isFold}`}
      aria-expanded={!isFolded}
      onClick={onToggle}
    >
      <Chevron className="icon chevron" aria-hidden="true" />
      {row.isLive ? null : <b>{text("chat.worked", { duration: duration(row.durationMs) })}</b>}
      {facts.map((fact, index) => (
        <span key={fact}>
          {row.isLive && index === 0 ? null : <span className={lineStyles.separator}>· </span>}
          {fact}
        </span>
      ))}
    </button>
  );
}

function MessageActs({ row }: { readonly row: PerchRow }) {
  const { chatActs } = useWindow();
  const words = row.pieces.flatMap((piece) => (piece.kind === "text" ? [piece.message.content] : [])).join("\n\n");
  const again = (): void => {
    const first = row.pieces.find((piece) => piece.kind === "text");
    if (first?.kind === "text") void chatActs.regenerate(first.message.id);
  };
  return (
    <div className={styles.actions}>
      <SiblingArrows siblings={row.siblings} />
      <CopyButton source={words} />
      <IconButton size="small" label={text("chat.regenerate")} onClick={again}>
        <RefreshCw size={14} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
