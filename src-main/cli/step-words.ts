import type { StepView } from "../../src-preload/contract/run-view.ts";
import { plainWords, wordsOfStep } from "../../src-preload/contract/step-words.ts";
import { isTextKey, text } from "../words.ts";

/** `cut`: it was stopped, and may have begun or not. */
export type StepTense = "done" | "doing" | "cut";

/** A step in words: what was done, or what is being done (also of one that failed: nothing was done then). */
export function stepWords(step: Pick<StepView, "tool" | "label" | "words" | "title">, tense: StepTense): string {
  const words = wordsOfStep(step);
  const key = tense === "cut" ? (words.cut ?? "step.cut") : words[tense];
  // Another version may have told a sentence that this one has not.
  const known = isTextKey(key) ? key : plainWords[tense];
  return text(known, { tool: step.label ?? step.tool, object: step.title }).trim();
}
