import type { ToolMessage } from "../../../src-preload/contract/records.ts";
import { assertNever } from "../../../src-preload/contract/result.ts";
import type { StepView } from "../../../src-preload/contract/run-view.ts";
import { text } from "../../words.ts";
import { type StepTense, stepWords } from "../step-words.ts";
import { secondsText } from "./durations.ts";
import { dim, indented, type Line, line, lines, type Style, span, wrapLine } from "./styled-line.ts";
import { fitWidth } from "./text-width.ts";

/* Steps of a run as lines. Pure. */

const tailLines = 4;
const diffLines = 40;
const reasonLines = 6;
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
    const head = stepHead(step, "✓", { colour: "green" }, width - took.length - 3);
    return [
      [...head, span(` (${took})`, { dim: true })],
      ...(isAsked ? [] : changed(result)),
      ...printed(step, result, width),
    ];
  }
  if (state === "interrupted") {
    const head = stepHead(step, "✗", { colour: "red" }, width - took.length - 3);
    return [[...head, span(` (${took})`, { dim: true })], ...cutOffRows(step, result, width)];
  }
  const status = stateText(state);
  const head = stepHead(step, "✗", { colour: "red" }, width - took.length - status.length - 5);
  return [
    [...head, span(`: ${status}`, { colour: "red" }), span(` (${took})`, { dim: true })],
    ...reason(step, result, width),
  ];
}

function stepHead(step: StepView, sign: string, style: Style, width: number): Line {
  const words = stepWords(step.label ?? step.tool, step.title, tenseOf(step));
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
  return [...printed(step, result, width), ...(beyond === "" ? [] : rows)];
}

/** The words of a failure: of a command its last lines, where the cause and the exit status stand, else its first ones. */
function reason({ effect }: StepView, result: ToolMessage | null, width: number): readonly Line[] {
  const words = (result?.content ?? "").split("\n").filter((each) => each.trim() !== "");
  const head = effect === "execute" ? 0 : reasonLines - 2;
  const tail = words.slice(head - reasonLines + 1);
  const shown = words.length <= reasonLines ? words : [...words.slice(0, head), "…", ...tail];
  return shown.map((each) => indented(line(fitWidth(each, width - 4), { dim: true }), "    "));
}

function changed(result: ToolMessage | null): readonly Line[] {
  const diff = result?.details?.diff;
  return diff === undefined ? [] : diffRows(diff, diffLines);
}

/** A unified diff with its colours; `most` lines, then how many more there are. */
function diffRows(diff: string, most: number): readonly Line[] {
  const all = diff
    .replace(/\n$/, "")
    .split("\n")
    .filter((each, at) => !(at < 4 && /^(?:---|\+\+\+|Index:|=====)/.test(each)));
  const shown = all.slice(0, most).map((each) => indented(line(each, diffStyle(each)), "    "));
  const left = all.length - shown.length;
  return left > 0 ? [...shown, dim(`    ${text("terminal.moreLines", { count: left })}`)] : shown;
}

function diffStyle(source: string): Style {
  if (source.startsWith("+")) return { colour: "green" };
  if (source.startsWith("-")) return { colour: "red" };
  return source.startsWith("@@") ? { colour: "cyan" } : { dim: true };
}

function printed(step: StepView, result: ToolMessage | null, width: number): readonly Line[] {
  if (step.effect !== "execute" || result?.details?.diff !== undefined) return [];
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
