import { estimatedTokens } from "../../../src-preload/contract/estimated-tokens.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { KnowledgePage } from "../../state/edited-files.ts";
import { memoryFile } from "../../state/knowledge.ts";

/** How much of what the memory may have it has, in estimated tokens. */
export interface MemoryBudget {
  readonly tokens: number;
  readonly budget: number;
  /** 1 is full. */
  readonly share: number;
}

/** From here on a person is told that the memory is nearly full. */
export const nearlyFull = 0.8;

export function memoryBudget(words: string, budget: number): MemoryBudget {
  const tokens = estimatedTokens(words);
  return { tokens, budget, share: tokens / Math.max(1, budget) };
}

/** Of what is in the editor; null for every other file, and as long as the file or the settings are not known. */
export function useMemoryBudget(path: string, page: KnowledgePage): MemoryBudget | null {
  const budget = usePick(useWindow().agent.store, ({ settings }) => settings?.memory.budgetTokens ?? null);
  if (path !== memoryFile || budget === null || page.kind !== "ready") return null;
  return memoryBudget(page.words, budget);
}
