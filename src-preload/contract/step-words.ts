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

/** What a call is about, by its arguments. */
export function stepObject(words: StepWords, args: Readonly<Record<string, unknown>>): string {
  const value = words.object === undefined ? undefined : ownValue(args, words.object);
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : (words.noObject ?? "");
}
