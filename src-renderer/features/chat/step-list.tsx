import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { diffCounts } from "../../ui/diff-counts.ts";
import { LineCounts } from "../../ui/line-counts.tsx";
import { text } from "../../ui/text.ts";
import { ApprovalCards } from "./approval-cards.tsx";
import { groupSteps, isAlwaysShown, type StepItem } from "./step-groups.ts";
import styles from "./step-row.module.css";
import { StepNode, StepRow, StepTime } from "./step-row.tsx";
import { groupWords, objectOf, wordsAround } from "./step-words.ts";
import { failedCount } from "./turn-facts.ts";
import type { Step } from "./turns.ts";

interface StepListProps {
  readonly steps: readonly Step[];
  /** What is left of a folded turn: what waits, what failed last, and while `isNow` what it does now. */
  readonly isFolded: boolean;
  readonly isNow: boolean;
  /** Every row stands alone and is open. */
  readonly showsAll: boolean;
  /** The step that stands alone whatever it is. */
  readonly alone: string | null;
}

/** The steps of a turn between two texts, as a rail. */
export function StepList({ steps, isFolded, isNow, showsAll, alone }: StepListProps) {
  const items = showsAll
    ? steps.map((step): StepItem => ({ kind: "step", id: step.callId, step }))
    : groupSteps(steps, alone);
  const shown = isFolded
    ? items.filter((item) => isShownFolded(item, alone) || (isNow && item === newest(items)))
    : items;
  if (shown.length === 0) return null;
  return (
    <div className={styles.steps} data-reaches-out="">
      {shown.map((item) => (
        <ItemRow key={item.id} item={item} showsAll={showsAll} alone={alone} />
      ))}
    </div>
  );
}

function isShownFolded(item: StepItem, alone: string | null): boolean {
  if (item.kind === "group") return false;
  return item.kind === "burst" || isAlwaysShown(item.step, alone);
}

/** The row that was begun last; what has not come up yet is none. */
function newest(items: readonly StepItem[]): StepItem | undefined {
  return items.findLast((item) => item.kind !== "step" || item.step.state !== "queued");
}

interface ItemRowProps {
  readonly item: StepItem;
  readonly showsAll: boolean;
  readonly alone: string | null;
}

function ItemRow({ item, showsAll, alone }: ItemRowProps) {
  switch (item.kind) {
    case "step":
      return <StepRow step={item.step} startsOpen={showsAll || item.step.callId === alone} />;
    case "group":
      return <GroupRow steps={item.steps} />;
    case "burst":
      return <BurstRow steps={item.steps} />;
    default: {
      const never: never = item;
      return never;
    }
  }
}

/** Neighbours that did the like: one row, which opens to theirs. */
function GroupRow({ steps }: { readonly steps: readonly Step[] }) {
  const sought = usePick(useWindow().soughtStep.store, ({ callId }) => callId);
  const [opened, setOpen] = useState<boolean | null>(null);
  const isOpen = opened ?? steps.some(({ callId }) => callId === sought);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const running = steps.findLast(({ state }) => state === "running");
  const failed = failedCount(steps);
  const words = groupWords(steps);
  return (
    <div className={styles.step} data-reaches-out="" role="group" aria-label={words}>
      <StepNode state={running === undefined ? "ok" : "running"} />
      <button type="button" className={styles.line} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {running === undefined ? <span className={styles.object}>{words}</span> : <Running step={running} />}
        <span className={styles.facts}>
          {running === undefined || steps.length === 1 ? null : (
            <span>{text("step.moreNow", { count: steps.length - 1 })}</span>
          )}
          <LineCounts {...sumOf(steps)} />
          {failed === 0 ? null : <span>{text("chat.failedSteps", { count: failed })}</span>}
        </span>
        <StepTime
          durationMs={running === undefined ? steps.reduce((sum, step) => sum + (step.durationMs ?? 0), 0) : null}
        />
        <Chevron className="icon chevron" aria-hidden="true" />
      </button>
      {isOpen ? (
        <div className={styles.nested} data-reaches-out="">
          {steps.map((step) => (
            <StepRow key={step.callId} step={step} startsOpen={false} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

function Running({ step }: { readonly step: Step }) {
  const [before, after] = wordsAround(step);
  return (
    <>
      <span className={styles.verb}>{before}</span>
      <span className={`${styles.object} mono`}>{objectOf(step)}</span>
      {after === "" ? null : <span className={styles.verb}>{after}</span>}
    </>
  );
}

function sumOf(steps: readonly Step[]): { readonly added: number; readonly removed: number } {
  return steps.reduce(
    (sum, { result }) => {
      const { added, removed } = diffCounts(result?.details?.diff ?? "");
      return { added: sum.added + added, removed: sum.removed + removed };
    },
    { added: 0, removed: 0 },
  );
}

/** Calls that wait for one answer. */
function BurstRow({ steps }: { readonly steps: readonly Step[] }) {
  const approvals = steps.flatMap(({ approval }) => (approval === null ? [] : [approval]));
  return (
    <div className={styles.step} data-reaches-out="">
      <StepNode state="waiting" />
      <p className={styles.line}>
        <span className="tone-needs medium">{text("step.manyWait", { count: steps.length })}</span>
      </p>
      <div className={styles.body}>
        <ApprovalCards approvals={approvals} isFirst />
      </div>
    </div>
  );
}
