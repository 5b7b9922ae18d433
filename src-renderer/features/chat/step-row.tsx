import { ChevronDown, ChevronRight, CircleHelp, X } from "lucide-react";
import { useState } from "react";
import { revealControls, revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { diffCounts } from "../../ui/diff-counts.ts";
import { type TextKey, text } from "../../ui/text.ts";
import { duration } from "../../ui/time.ts";
import { ApprovalCard } from "./approval-card.tsx";
import { StepOutput } from "./step-output.tsx";
import styles from "./step-row.module.css";
import { wordsAround } from "./step-words.ts";
import type { Step, StepState } from "./turns.ts";

const nodes: Readonly<Record<StepState, string>> = {
  running: "running",
  waiting: "waiting",
  ok: "ok",
  error: "failed",
  denied: "unknown",
  interrupted: "unknown",
  unknown: "unknown",
};

const words: Partial<Readonly<Record<StepState, TextKey>>> = {
  waiting: "step.waiting",
  error: "step.failed",
  denied: "step.denied",
  interrupted: "step.interrupted",
  unknown: "step.unknown",
};

/** One call: what it did, to what, how long; it opens in place to its change, its output and its arguments. */
export function StepRow({ step }: { readonly step: Step }) {
  const [opened, setOpened] = useState(false);
  const [before, after] = wordsAround(step);
  const word = words[step.state];
  const Chevron = opened ? ChevronDown : ChevronRight;
  return (
    <div className={styles.step} data-reaches-out="" role="group" aria-label={`${step.tool} ${step.title}`.trim()}>
      <StepNode state={step.state} />
      <button type="button" className={styles.line} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <span className={styles.verb}>{before}</span>
        <span className={`${styles.object} mono`}>{step.title}</span>
        {after === "" ? null : <span className={styles.verb}>{after}</span>}
        <span className={styles.facts}>
          {word === undefined ? null : <span className={toneOf(step.state)}>{text(word)}</span>}
          <StepFacts step={step} />
        </span>
        <span className={styles.duration}>{step.durationMs === null ? "" : duration(step.durationMs)}</span>
        <Chevron className="icon chevron" aria-hidden="true" />
      </button>
      {step.approval === null ? null : (
        <div className={styles.body}>
          <ApprovalCard approval={step.approval} />
        </div>
      )}
      {step.state === "error" && !opened ? <FailedReason step={step} /> : null}
      {step.state === "running" && step.progress !== "" ? (
        <pre className={styles.progress}>{revealControls(lastLines(step.progress))}</pre>
      ) : null}
      {opened ? (
        <div className={styles.body}>
          <StepOutput step={step} />
        </div>
      ) : null}
    </div>
  );
}

function StepNode({ state }: { readonly state: StepState }) {
  return (
    <span className={styles.node} data-state={nodes[state]} aria-hidden="true">
      {state === "error" ? <X className="icon" /> : null}
      {nodes[state] === "unknown" ? <CircleHelp className="icon" /> : null}
    </span>
  );
}

function toneOf(state: StepState): string {
  if (state === "error") return "tone-failed";
  return state === "waiting" ? "tone-needs" : "";
}

function StepFacts({ step }: { readonly step: Step }) {
  const details = step.result?.details;
  if (details?.diff !== undefined && details.diff !== "") {
    const { added, removed } = diffCounts(details.diff);
    return (
      <>
        <span className="tone-added">+{added}</span>
        <span className={removed === 0 ? "" : "tone-removed"}>−{removed}</span>
      </>
    );
  }
  if (typeof details?.exitCode === "number") return <span>{text("step.exit", { code: details.exitCode })}</span>;
  return null;
}

/** A failed step is never folded away: its first line says why. */
function FailedReason({ step }: { readonly step: Step }) {
  const reason = step.result?.content.split("\n").find((line) => line.trim() !== "") ?? "";
  return reason === "" ? null : <p className={`${styles.reason} tone-failed`}>{revealLine(reason)}</p>;
}

function lastLines(progress: string): string {
  return progress.split("\n").slice(-6).join("\n");
}
