import type { DiffLine } from "../../../src-preload/contract/diff-lines.ts";
import type { ToolMessage } from "../../../src-preload/contract/records.ts";
import { assertNever } from "../../../src-preload/contract/result.ts";
import type { StepView } from "../../../src-preload/contract/run-view.ts";
import { text } from "../../words.ts";
import { type StepTense, stepWords } from "../step-words.ts";
import { diffCount, diffRows, linesOfDiff } from "./diff-rows.ts";
import { secondsText } from "./durations.ts";
import {
  dim,
  indented,
  type Line,
  line,
  lines,
  lineWidth,
  type Span,
  type Style,
  span,
  wrapLine,
} from "./styled-line.ts";
import { fitWidth } from "./text-width.ts";

/* Steps of a run as lines. Pure. */

const tailLines = 4;
const diffLines = 40;
const reasonLines = 6;
/** Less would be 0.0 s. */
const leastMs = 50;
/** With it the agent begins the sentence that ends the result of a step which was stopped. */
const cutOffSign = "Interrupted: ";

/** What a running step has printed lately. */
export function progressLines(step: StepView, width: number, count = tailLines): readonly Line[] {
  return tailOf(step.progress, count).map((each) => dim(`    ${fitWidth(each, width - 4)}`));
}

interface StepEnd {
  readonly result: ToolMessage | null;
  /** What it would do was shown when it was asked about. */
  readonly isAsked: boolean;
  readonly width: number;
}

/** A step that ended: what it did, why it failed, what it changed, the last of what it printed. */
export function endedStep(step: StepView, { result, isAsked, width }: StepEnd): readonly Line[] {
  const { state } = step;
  const took = secondsText(step.durationMs ?? 0);
  if (state === "ok") {
    const diff = result?.details?.diff;
    if (diff !== undefined) return changedStep(step, linesOfDiff(diff), { isAsked, width });
    const head = stepHead(step, "✓", { colour: "green" }, width - took.length - 3);
    return [[...head, timeOf(took)], ...printed(step, width)];
  }
  if (state === "interrupted") {
    const head = stepHead(step, "✗", { colour: "red" }, width - took.length - 3);
    return [[...head, timeOf(took)], ...cutOffRows(step, result, width)];
  }
  const status = stateText(state);
  const head = stepHead(step, "✗", { colour: "red" }, width - took.length - status.length - 5);
  return [[...head, span(`: ${status}`, { colour: "red" }), timeOf(took)], ...reason(step, result, width)];
}

function stepHead(step: StepView, sign: string, style: Style, width: number): Line {
  const words = stepWords(step, tenseOf(step));
  return [span(`  ${sign} `, style), span(fitWidth(words, Math.max(10, width - 4)))];
}

function tenseOf({ state }: StepView): StepTense {
  if (state === "ok") return "done";
  return state === "interrupted" ? "cut" : "doing";
}

function stateText(state: StepView["state"]): string {
  switch (state) {
    case "running":
    case "waiting":
      return text("step.waiting");
    case "ok":
    case "error":
    case "denied":
    case "interrupted":
      return text(`step.status.${state}`);
    default:
      return assertNever(state);
  }
}

/** That it was stopped stands in its head: what the result says beyond that, whole. What a command printed is shown as ever. */
function cutOffRows(step: StepView, result: ToolMessage | null, width: number): readonly Line[] {
  const said = (result?.content ?? "").trimEnd().split("\n").at(-1) ?? "";
  const beyond = said.startsWith(cutOffSign) ? said.replace(/^[^.]*\.\s*/, "") : said;
  const rows = wrapLine(indented(line(beyond, { dim: true }), "    "), width, 4);
  return [...printed(step, width), ...(beyond === "" ? [] : rows)];
}

/** The words of a failure: of a command its last lines, where the cause and the exit status stand, else its first ones. */
function reason({ effect }: StepView, result: ToolMessage | null, width: number): readonly Line[] {
  const words = (result?.content ?? "").split("\n").filter((each) => each.trim() !== "");
  const head = effect === "execute" ? 0 : reasonLines - 2;
  const tail = words.slice(head - reasonLines + 1);
  const shown = words.length <= reasonLines ? words : [...words.slice(0, head), "…", ...tail];
  return shown.map((each) => indented(line(fitWidth(each, width - 4), { dim: true }), "    "));
}

/** How much an edit changed, and what, where no card showed it. Its time stands there where it can be seen. */
function changedStep(
  step: StepView,
  diff: readonly DiffLine[],
  { isAsked, width }: Omit<StepEnd, "result">,
): readonly Line[] {
  const ms = step.durationMs ?? 0;
  const behind = [...diffCount(diff), ...(ms < leastMs ? [] : [timeOf(secondsText(ms))])];
  const head = stepHead(step, "✓", { colour: "green" }, width - lineWidth(behind));
  return [[...head, ...behind], ...(isAsked ? [] : diffRows(diff, diffLines))];
}

function timeOf(took: string): Span {
  return span(` (${took})`, { dim: true });
}

function printed(step: StepView, width: number): readonly Line[] {
  if (step.effect !== "execute") return [];
  const all = step.progress.split("\n").filter((each) => each.trim() !== "");
  const shown = all.slice(-tailLines).map((each) => dim(`    ${fitWidth(each, width - 4)}`));
  const left = all.length - shown.length;
  return left > 0 ? [dim(`    ${text("terminal.earlierLines", { count: left })}`), ...shown] : shown;
}

function tailOf(words: string, count: number): readonly string[] {
  return lines(words.slice(-4000))
    .map((each) => each.map((piece) => piece.text).join(""))
    .filter((each) => each.trim() !== "")
    .slice(-count);
}
