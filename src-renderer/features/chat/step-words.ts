import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { plainWords, type StepForm, stepKey } from "../../../src-preload/contract/step-words.ts";
import { isTextKey, type TextKey, text, textAround } from "../../ui/text.ts";
import type { Step, StepState } from "./turns.ts";

type ToldStep = Pick<Step, "tool" | "label" | "words" | "state"> & Partial<Pick<Step, "result">>;

/** What is said before and after the object of a step: what happened, and not what was meant to. */
export function wordsAround(step: ToldStep): readonly [before: string, after: string] {
  return textAround(keyOf(step), "object", { tool: toolName(step) });
}

/** The row of neighbours that did the like: how many there are, or how often the one thing was done. */
export function groupWords(steps: readonly Step[]): string {
  const [first] = steps;
  if (first === undefined) return "";
  const objects = new Set(steps.map(({ title }) => title));
  const isOne = objects.size === 1 && first.title !== "";
  const count = isOne ? steps.length : countOf(steps);
  return text(formOf(first, isOne ? "again" : "many"), { count, object: objectOf(first), tool: toolName(first) });
}

/** Files are counted once each, whatever is no file as often as it was done. */
function countOf(steps: readonly Step[]): number {
  const isOfFiles = steps[0]?.words.object === "path";
  return isOfFiles ? new Set(steps.map(({ title }) => title)).size : steps.length;
}

/** Why a step was not done, in the person's words; "" where nothing is known but that. */
export function causeOf({ state, result }: Pick<Step, "state" | "result">): string {
  const details = result?.details;
  if (details === undefined || state === "ok") return "";
  if (state === "denied" && details.note !== undefined) return revealLine(details.note);
  if (details.lastError !== undefined) return revealLine(details.lastError);
  const key = `step.why.${details.code ?? ""}`;
  return isTextKey(key) ? text(key, { code: details.exitCode ?? "?" }) : "";
}

/** What a step is about, as it is read: the work folder has no name of its own. */
export function objectOf({ title }: Pick<Step, "title">): string {
  return title === "." ? text("step.workFolder") : title;
}

function toolName({ label, tool }: Pick<ToldStep, "label" | "tool">): string {
  return revealLine(label ?? tool);
}

const forms: Partial<Readonly<Record<StepState, StepForm>>> = {
  waiting: "wants",
  queued: "wants",
  error: "failed",
  denied: "denied",
};

function keyOf(step: ToldStep): TextKey {
  const { words, state, result } = step;
  const code = result?.details?.code;
  if (state === "ok" || state === "running") {
    // Another version may have told a sentence that this one has not.
    const key = state === "ok" ? words.done : words.doing;
    return isTextKey(key) ? key : plainWords.done;
  }
  if (state === "interrupted" || state === "unknown") return formOf(step, code === "not-begun" ? "stopped" : "cutOff");
  if (state === "denied" && code !== undefined && code !== "denied") return "step.notRun";
  return formOf(step, forms[state] ?? "failed");
}

function formOf({ words }: Pick<ToldStep, "words">, form: StepForm): TextKey {
  const key = stepKey(words, form, isTextKey);
  return isTextKey(key) ? key : plainWords.done;
}
