import type { WrittenCall } from "./format.ts";
import { readArguments } from "./json-call.ts";

/** Raw channels of gpt-oss, where the server did not read them. */
export interface HarmonyText {
  /** Without the calls. */
  readonly content: string;
  /** With them, for where one of them cannot run. */
  readonly withCalls: string;
  readonly reasoning: string;
  /** Null where one of them cannot be read. */
  readonly calls: readonly WrittenCall[] | null;
}

export const harmonyOpeners = ["<|channel|>", "<|start|>assistant"];

const message =
  /(?:<\|start\|>assistant)?(?:\s{0,20}to=([\w.:-]{1,100}))?\s{0,20}<\|channel\|>\s{0,20}(\w{1,40})([^<]{0,300})(?:<\|constrain\|>\s{0,20}\w{1,40})?\s{0,20}<\|message\|>(.*?)(<\|end\|>|<\|call\|>|<\|return\|>|(?=<\|start\|>)|$)/gs;

/** Null when the text has no channels. Analysis is reasoning, a recipient makes a call, all else is content. */
export function readHarmony(text: string): HarmonyText | null {
  if (!/^\s*(?:<\|channel\|>|<\|start\|>assistant)/.test(text)) return null;
  const content: string[] = [];
  const withCalls: string[] = [];
  const reasoning: string[] = [];
  const calls: (WrittenCall | null)[] = [];
  for (const found of text.matchAll(message)) {
    const recipient = found[1] ?? /to=([\w.:-]+)/.exec(found[3] ?? "")?.[1];
    const body = (found[4] ?? "").trim();
    if (recipient !== undefined) {
      const read = readArguments(body, 0, recipient.replace(/^functions\./, ""));
      calls.push(read?.end === body.length ? (read.calls[0] ?? null) : null);
      withCalls.push(found[0].trim());
    } else if (found[2] === "analysis") reasoning.push(body);
    else {
      content.push(body);
      withCalls.push(body);
    }
  }
  const read = calls.filter((call) => call !== null);
  return {
    content: content.join("\n"),
    withCalls: withCalls.join("\n"),
    reasoning: reasoning.join("\n"),
    calls: read.length === calls.length ? read : null,
  };
}
