import { plainWords } from "../../src-preload/contract/step-words.ts";

/** How a tool is told that no person ever sees. */
export const toldPlainly = { words: plainWords, asks: "approval.title.tool" } as const;
