import type { StepWords } from "../../src-preload/contract/records.ts";
import { revealLine } from "../../src-preload/contract/reveal-controls.ts";
import type { Tool } from "../tools/tool.ts";

export interface StepFacts {
  readonly words?: StepWords;
  readonly label?: string;
}

/** How a step of a tool is told to people, in events and in records; nothing where there is no such tool. */
export function stepFacts(tool: Pick<Tool, "words" | "label"> | null): StepFacts {
  if (tool === null) return {};
  return { words: tool.words, ...(tool.label === undefined ? {} : { label: revealLine(tool.label) }) };
}
