import { Ban, ChevronDown, ChevronRight, CircleHelp, X } from "lucide-react";
import { useRef, useState } from "react";
import { placeHref } from "../../state/place.ts";
import { diffCounts } from "../../ui/diff-counts.ts";
import { LineCounts } from "../../ui/line-counts.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { duration, isShort } from "../../ui/time.ts";
import { ApprovalCards } from "./approval-cards.tsx";
import { SandboxNote, StepOutput, StepProgress } from "./seldom.tsx";
import styles from "./step-row.module.css";
import { causeOf, objectOf, wordsAround } from "./step-words.ts";
import type { Step, StepState } from "./turns.ts";
import { useFileOpener } from "./use-file-opener.ts";
import { useSought } from "./use-sought.ts";

type Node = "running" | "waiting" | "queued" | "ok" | "failed" | "denied" | "unknown";

const nodes: Readonly<Record<StepState, Node>> = {
  running: "running",
  waiting: "waiting",
  queued: "queued",
  ok: "ok",
  error: "failed",
  denied: "denied",
  interrupted: "unknown",
  unknown: "unknown",
};

/** Said beside the verb, where that does not say it. */
const facts: Partial<Readonly<Record<StepState, TextKey>>> = {
  waiting: "step.waiting",
  queued: "step.waiting",
  unknown: "step.unknown",
};

interface StepRowProps {
  readonly step: Step;
  readonly startsOpen?: boolean;
}

/** One call: what it did, to what, how long; it opens in place to its change, its output and its arguments. */
export function StepRow({ step, startsOpen = false }: StepRowProps) {
  const [opened, setOpened] = useState<boolean | null>(null);
  const isOpen = opened ?? startsOpen;
  const cause = causeOf(step);
  const row = useRef<HTMLDivElement>(null);
  useSought(row, step.callId, () => setOpened(true));
  return (
    <div
      ref={row}
      className={styles.step}
      data-reaches-out=""
      role="group"
      aria-label={`${step.tool} ${step.title}`.trim()}
    >
      <StepNode state={step.state} />
      <StepLine step={step} isOpen={isOpen} onToggle={() => setOpened(!isOpen)} />
      {cause === "" ? null : <p className={styles.reason}>{cause}</p>}
      {hasSandboxNote(step) ? <SandboxNote step={step} /> : null}
      <Fix step={step} isOffered={startsOpen} />
      {step.approval === null ? null : (
        <div className={styles.body}>
          <ApprovalCards approvals={[step.approval]} isFirst />
        </div>
      )}
      {step.state === "running" && step.tool !== "spawn" ? <StepProgress step={step} isOpen={isOpen} /> : null}
      {isOpen ? (
        <div className={styles.body}>
          <StepOutput step={step} />
        </div>
      ) : null}
    </div>
  );
}

function hasSandboxNote({ result }: Step): boolean {
  const { refused = [], acting = [] } = result?.details ?? {};
  return refused.length + acting.length > 0;
}

interface FixProps {
  readonly step: Step;
  readonly isOffered: boolean;
}

/** Where what failed can be put right, of the failure that a run ended with. */
function Fix({ step, isOffered }: FixProps) {
  const server = step.state === "error" ? step.result?.details?.server : undefined;
  if (!isOffered || server === undefined) return null;
  return (
    <p className={styles.fix}>
      <a className="button small" href={placeHref({ name: "connections", shown: { kind: "mcp", name: server } })}>
        {text("trouble.openConnection")}
      </a>
    </p>
  );
}

interface StepLineProps {
  readonly step: Step;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The whole line opens the step; the name of a file in it opens the file. */
function StepLine({ step, isOpen, onToggle }: StepLineProps) {
  const [before, after] = wordsAround(step);
  const object = objectOf(step);
  const fact = facts[step.state];
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const said = [before, object, after, ...(step.where === "" ? [] : [text("step.in"), step.where])];
  return (
    <div className={styles.line}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-label={said.filter((words) => words !== "").join(" ")}
        onClick={onToggle}
      />
      <span className={styles.verb} aria-hidden="true">
        {before}
      </span>
      <StepObject step={step} object={object} />
      {after === "" ? null : (
        <span className={styles.verb} aria-hidden="true">
          {after}
        </span>
      )}
      {step.where === "" ? null : (
        <span className={`${styles.object} ${styles.isSecond}`} aria-hidden="true">
          {text("step.in")} <span className="mono">{step.where}</span>
        </span>
      )}
      <span className={styles.facts}>
        {fact === undefined ? null : <span className={toneOf(step.state)}>{text(fact)}</span>}
        <ChangeFacts step={step} />
      </span>
      <StepTime durationMs={step.durationMs} />
      <Chevron className="icon chevron" aria-hidden="true" />
    </div>
  );
}

/** What it is about; a file that is there opens in Files. */
function StepObject({ step, object }: { readonly step: Step; readonly object: string }) {
  const fileOf = useFileOpener();
  const file = step.state === "ok" && object !== "" ? fileOf(step.result?.details?.path) : null;
  const look = step.title === "." ? styles.object : `${styles.object} mono`;
  if (file === null) {
    return (
      <span className={look} aria-hidden="true">
        {object}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={`${look} ${styles.isFile}`}
      aria-label={text("step.openFile", { path: file.name })}
      onClick={file.open}
    >
      {object}
    </button>
  );
}

export function StepNode({ state }: { readonly state: StepState }) {
  const node = nodes[state];
  return (
    <span className={styles.node} data-state={node} aria-hidden="true">
      {node === "failed" ? <X className="icon" /> : null}
      {node === "denied" ? <Ban className="icon" /> : null}
      {node === "unknown" ? <CircleHelp className="icon" /> : null}
    </span>
  );
}

function toneOf(state: StepState): string {
  return state === "waiting" ? "tone-needs" : "";
}

function ChangeFacts({ step }: { readonly step: Step }) {
  const diff = step.result?.details?.diff;
  if (step.state !== "ok" || diff === undefined) return null;
  // It was written with what it had already.
  if (diff === "") return <span>{text("step.unchanged")}</span>;
  return <LineCounts {...diffCounts(diff)} />;
}

/** How long it took, where that is worth a word. */
export function StepTime({ durationMs }: { readonly durationMs: number | null }) {
  return (
    <span className={styles.duration}>{durationMs === null || isShort(durationMs) ? "" : duration(durationMs)}</span>
  );
}
