import { text } from "../words.ts";

const verbKeys = {
  read_file: { done: "step.read", doing: "step.doing.read" },
  write_file: { done: "step.wrote", doing: "step.doing.write" },
  edit_file: { done: "step.edited", doing: "step.doing.edit" },
  list_dir: { done: "step.listed", doing: "step.doing.list" },
  find_files: { done: "step.found", doing: "step.doing.find" },
  grep: { done: "step.searched", doing: "step.doing.search" },
  exec: { done: "step.ran", doing: "step.doing.run" },
} as const;

function isVerb(tool: string): tool is keyof typeof verbKeys {
  return Object.hasOwn(verbKeys, tool);
}

/** `cut`: it was stopped, and may have begun or not. */
export type StepTense = "done" | "doing" | "cut";

/** A step in words: what was done, or what is being done (also of one that failed: nothing was done then). */
export function stepWords(tool: string, title: string, tense: StepTense): string {
  const object = isVerb(tool) ? title : `${tool} ${title}`.trim();
  if (tense === "cut") return text("step.cut", { object });
  return isVerb(tool) ? text(verbKeys[tool][tense], { object }) : object;
}
