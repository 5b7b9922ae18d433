import { ChevronDown, ChevronRight } from "lucide-react";
import { text } from "../../ui/text.ts";
import { duration, isShort } from "../../ui/time.ts";
import lineStyles from "./run-line.module.css";
import { stepCount } from "./run-words.ts";
import { changesOf, failedCount } from "./turn-facts.ts";
import type { PerchRow, Step } from "./turns.ts";

interface RunHeadProps {
  readonly row: PerchRow;
  readonly steps: readonly Step[];
  readonly isFolded: boolean;
  readonly onToggle: () => void;
}

/** The one line that a turn folds to: how long, how many steps, files that changed, slips. */
export function RunHead({ row, steps, isFolded, onToggle }: RunHeadProps) {
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  const { files: changed, more } = changesOf(steps);
  const files = changed.length + more;
  const failed = failedCount(steps);
  const worked = isShort(row.durationMs)
    ? text("chat.workedShort")
    : text("chat.worked", { duration: duration(row.durationMs) });
  const facts = [
    stepCount(steps.length),
    ...(files === 0 ? [] : [files === 1 ? text("chat.oneFile") : text("chat.files", { count: files })]),
    ...(failed === 0 ? [] : [text("chat.failedSteps", { count: failed })]),
  ];
  return (
    <button
      type="button"
      className={`${lineStyles.line} ${lineStyles.isFold}`}
      aria-expanded={!isFolded}
      onClick={onToggle}
    >
      <Chevron className="icon chevron" aria-hidden="true" />
      {row.isOver ? <b>{worked}</b> : null}
      {facts.map((fact, index) => (
        <span key={fact}>
          {!row.isOver && index === 0 ? null : <span className={lineStyles.separator}>· </span>}
          {fact}
        </span>
      ))}
    </button>
  );
}
