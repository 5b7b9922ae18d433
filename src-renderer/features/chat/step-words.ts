import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { plainWords } from "../../../src-preload/contract/step-words.ts";
import { isTextKey, textAround } from "../../ui/text.ts";
import type { Step } from "./turns.ts";

type ToldStep = Pick<Step, "tool" | "label" | "words" | "state">;

/** What is said before and after the object of a step. What was cut off, failed or refused did not happen. */
export function wordsAround({ tool, label, words, state }: ToldStep): readonly [before: string, after: string] {
  const tense = state === "ok" ? "done" : "doing";
  const key = words[tense];
  // Another version may have told a sentence that this one has not.
  return textAround(isTextKey(key) ? key : plainWords[tense], "object", { tool: revealLine(label ?? tool) });
}
