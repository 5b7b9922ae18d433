import type { WrittenCall } from "./format.ts";
import { readArguments } from "./json-call.ts";

/** Raw channels of gpt-oss, where the server did not read them. */
export interface HarmonyText {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly WrittenCall[];
}

export const harmonyOpeners = ["<|channel|>", "<|start|>assistant"];

const message =
  /(?:<\|start\|>assistant)?(?:\s*to=([\w.:-]+))?\s*<\|channel\|>\s*(\w+)([^<]*)(?:<\|constrain\|>\s*\w+)?\s*<\|message\|>(.*?)(<\|end\|>|<\|call\|>|<\|return\|>|(?=<\|start\|>)|$)/gs;

/** Null when the text has no channels. Analysis is reasoning, a recipient makes a call, all else is content. */
export function readHarmony(text: string): HarmonyText | null {
  if (!/^\s*(?:<\|channel\|>|<\|start\|>assistant)/.test(text)) return null;
  const content: string[] = [];
  const reasoning: string[] = [];
  const calls: WrittenCall[] = [];
  for (const found of text.matchAll(message)) {
    const recipient = found[1] ?? /to=([\w.:-]+)/.exec(found[3] ?? "")?.[1];
    const body = found[4] ?? "";
    const read = recipient === undefined ? null : readArguments(body, 0, recipient.replace(/^functions\./, ""));
    if (read !== null) calls.push(...read.calls);
    else if (found[2] === "analysis") reasoning.push(body.trim());
    else if (recipient === undefined) content.push(body.trim());
    else content.push(found[0]);
  }
  return { content: content.join("\n"), reasoning: reasoning.join("\n"), calls };
}
