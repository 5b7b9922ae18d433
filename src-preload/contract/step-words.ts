import { ownValue } from "./own-value.ts";
import type { StepWords } from "./records.ts";

/** Of a tool that has no words of its own: its name, and what the call is about. */
export const plainWords = {
  doing: "step.tool",
  done: "step.tool",
  cut: "step.cutTool",
} as const satisfies StepWords;

const path = { object: "path" } as const;

/** Transcripts of before a reply told the words of its steps know the tool by name alone. No new tool belongs here. */
const wordsBefore: Readonly<Record<string, StepWords>> = {
  read_file: { doing: "step.doing.read", done: "step.read", ...path },
  write_file: { doing: "step.doing.write", done: "step.wrote", ...path },
  edit_file: { doing: "step.doing.edit", done: "step.edited", ...path },
  list_dir: { doing: "step.doing.list", done: "step.listed", ...path },
  find_files: { doing: "step.doing.find", done: "step.found", object: "pattern" },
  grep: { doing: "step.doing.search", done: "step.searched", object: "pattern" },
  exec: { doing: "step.doing.run", done: "step.ran", object: "command" },
};

/** The words of a step: those that its tool told, else those that its name had before tools told them. */
export function wordsOfStep(step: { readonly tool: string; readonly words?: StepWords | undefined }): StepWords {
  return step.words ?? ownValue(wordsBefore, step.tool) ?? plainWords;
}

/** How what a step did is told beside `done` and `doing`: keys of the catalogue behind the one of `done`. */
export type StepForm = "many" | "again" | "failed" | "wants" | "denied" | "stopped" | "cutOff";

/** The key of a sentence about a step; where the catalogue has none, that of a tool without words. */
export function stepKey(words: StepWords, form: StepForm, isKnown: (key: string) => boolean): string {
  const key = `${words.done}.${form}`;
  return isKnown(key) ? key : `${plainWords.done}.${form}`;
}

/** What a call is about, by its arguments. */
export function stepObject(words: StepWords, args: Readonly<Record<string, unknown>>): string {
  const value = words.object === undefined ? undefined : ownValue(args, words.object);
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : (words.noObject ?? "");
}
