import { text } from "./text.ts";

/** How many changes of the memory wait for the person, as a sentence. */
export function proposedWords(count: number): string {
  return text(count === 1 ? "knowledge.waitsOne" : "knowledge.waits", { count });
}
