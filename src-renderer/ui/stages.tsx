import { Check, X } from "lucide-react";
import type { StageResult } from "../../src-preload/contract/window.ts";
import { type TextKey, text } from "./text.ts";
import { duration } from "./time.ts";

const stageNames: readonly (readonly [StageResult["stage"], TextKey])[] = [
  ["reached", "stage.reached"],
  ["signed-in", "stage.signedIn"],
  ["models", "stage.models"],
  ["first-token", "stage.firstToken"],
  ["tool-call", "stage.toolCall"],
];

interface StagesProps {
  /** Null before a test. */
  readonly stages: readonly StageResult[] | null;
  readonly isOn?: boolean;
}

/** A test in five stages, each with its time. */
export function Stages({ stages, isOn = false }: StagesProps) {
  const failed = stages?.find((stage) => stage.state === "failed");
  return (
    <ol className="stages" aria-label={text("first.test")} aria-busy={isOn}>
      {stageNames.map(([name, label]) => (
        <Stage key={name} label={text(label)} result={stages?.find((stage) => stage.stage === name) ?? null} />
      ))}
      {failed === undefined ? null : <li className="stage-problem t-fail">{failed.message}</li>}
    </ol>
  );
}

const marks = { passed: "pass", failed: "x", skipped: "none" } as const;

function Stage({ label, result }: { readonly label: string; readonly result: StageResult | null }) {
  const mark = result === null ? "none" : marks[result.state];
  const isDone = result !== null && result.state !== "skipped";
  const took = isDone && result.durationMs !== null ? duration(result.durationMs) : "";
  const words = result?.state === "failed" ? text("stage.failed") : (result?.message ?? "");
  return (
    <li className="stage">
      <span className={`g ${mark}`} aria-hidden="true">
        {mark === "pass" ? <Check className="i" /> : null}
        {mark === "x" ? <X className="i" /> : null}
      </span>
      <b>{label}</b>
      <span className={mark === "x" ? "d t-fail" : "d"}>{isDone ? words : text("stage.notYet")}</span>
      {took === "" ? null : <span className="d num">{took}</span>}
    </li>
  );
}
