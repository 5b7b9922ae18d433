import { ownValue } from "../../../src-preload/contract/own-value.ts";
/** What the wire's word for the end of an answer means; null when it is no word at all (rule 6). */
export type WireFinish = "stop" | "length" | "content_filter" | "overflow" | "overloaded" | "tool_format" | "error";

const words: Readonly<Record<string, WireFinish>> = {
  length: "length",
  max_tokens: "length",
  max_output_tokens: "length",
  max_length: "length",
  content_filter: "content_filter",
  content_filtered: "content_filter",
  sensitive: "content_filter",
  safety: "content_filter",
  recitation: "content_filter",
  blocklist: "content_filter",
  prohibited_content: "content_filter",
  spii: "content_filter",
  refusal: "content_filter",
  model_context_window_exceeded: "overflow",
  context_length_exceeded: "overflow",
  context_window_exceeded: "overflow",
  insufficient_system_resource: "overloaded",
  malformed_function_call: "tool_format",
  error: "error",
  network_error: "error",
  abort: "error",
};

/** Later words never weaken an earlier one that says more, e.g. a second final chunk that says stop. */
const strength: Readonly<Record<WireFinish, number>> = {
  stop: 0,
  length: 1,
  content_filter: 2,
  tool_format: 3,
  overloaded: 3,
  error: 3,
  overflow: 4,
};

export function wireFinishOf(word: unknown): WireFinish | null {
  if (typeof word !== "string") return null;
  const known = word.trim().toLowerCase();
  if (known === "" || known === "null" || known === "none") return null;
  return ownValue(words, known) ?? "stop";
}

export function strongerFinish(one: WireFinish | null, other: WireFinish): WireFinish {
  return one === null || strength[other] > strength[one] ? other : one;
}
