import { Check, X } from "lucide-react";
import { Fragment } from "react";
import styles from "./stages.module.css";
import { type TextKey, text } from "./text.ts";
import { duration } from "./time.ts";

/** The stages of a test in their order, each with its word. */
export type StageNames = readonly (readonly [string, TextKey])[];

interface ShownStage {
  readonly stage: string;
  readonly state: "passed" | "failed" | "skipped";
  readonly message: string;
  readonly durationMs: number | null;
}

/** The test of a provider. */
export const providerStages: StageNames = [
  ["reached", "stage.reached"],
  ["signed-in", "stage.signedIn"],
  ["models", "stage.models"],
  ["first-token", "stage.firstToken"],
  ["tool-call", "stage.toolCall"],
];

/** How a connection to an MCP server comes about. */
export const serverStages: StageNames = [
  ["found", "mcpServer.stage.found"],
  ["started", "mcpServer.stage.started"],
  ["initialised", "mcpServer.stage.initialised"],
  ["tools-listed", "mcpServer.stage.toolsListed"],
  ["test-call", "mcpServer.stage.testCall"],
];

interface StagesProps {
  /** What the list is called. */
  readonly label: string;
  readonly names: StageNames;
  /** Null before a test. */
  readonly stages: readonly ShownStage[] | null;
  readonly isOn?: boolean;
  /** Messages are a few words each, so that one of a failure stands in its place as well. */
  readonly areShort?: boolean;
}

/** A test in five stages, each with its time. */
export function Stages({ label, names, stages, isOn = false, areShort = false }: StagesProps) {
  const failed = areShort ? undefined : stages?.find((stage) => stage.state === "failed");
  return (
    <div className={styles.area}>
      <ol className={styles.stages} aria-label={label} aria-busy={isOn}>
        {names.map(([name, words]) => (
          <Stage
            key={name}
            label={text(words)}
            result={stages?.find((stage) => stage.stage === name) ?? null}
            isShort={areShort}
          />
        ))}
        {failed === undefined ? null : <li className={`${styles.problem} tone-failed`}>{failed.message}</li>}
      </ol>
    </div>
  );
}

const marks = { passed: "passed", failed: "failed", skipped: "none" } as const;

interface StageProps {
  readonly label: string;
  readonly result: ShownStage | null;
  readonly isShort: boolean;
}

function Stage({ label, result, isShort }: StageProps) {
  const mark = result === null ? "none" : marks[result.state];
  const isDone = result !== null && result.state !== "skipped";
  // Below a second it tells nothing.
  const took = isDone && result.durationMs !== null && result.durationMs >= 1000 ? duration(result.durationMs) : "";
  const words = stageWords(result, isShort);
  return (
    <li className={styles.stage}>
      <span className={styles.node} data-state={mark} aria-hidden="true">
        {mark === "passed" ? <Check className="icon" /> : null}
        {mark === "failed" ? <X className="icon" /> : null}
      </span>
      <b>{label}</b>
      <span
        className={`${styles.detail}${mark === "failed" ? " tone-failed" : ""}${isShort ? ` ${styles.isShort}` : ""}`}
        data-tip={isShort ? words : undefined}
      >
        {isShort ? <Breaking words={words} /> : words}
      </span>
      {took === "" ? null : <span className={`${styles.detail} number`}>{took}</span>}
    </li>
  );
}

/** A path goes to the next line between its names. */
function Breaking({ words }: { readonly words: string }) {
  return words.split(/(?<=[/\\])/).map((part, at) => (
    <Fragment key={`${String(at)}${part}`}>
      {at === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}

function stageWords(result: ShownStage | null, isShort: boolean): string {
  if (isShort) return result?.message ?? "";
  if (result === null || result.state === "skipped") return text("stage.notYet");
  return result.state === "failed" ? text("stage.failed") : result.message;
}
