import type { MessageError } from "../../src-preload/contract/records.ts";
import { text as words } from "../words.ts";
import type { Reply } from "./ask/asked.ts";
import { messageErrorOf } from "./message-error.ts";
import { type CallsOfReply, planCalls } from "./planned-call.ts";

/** What a reply means for the turn. */
export type Assessment =
  | { readonly kind: "calls"; readonly reply: CallsOfReply }
  | { readonly kind: "answer"; readonly text: string }
  /** Cut by length; a call in it was not run. */
  | { readonly kind: "cut"; readonly text: string; readonly hadCalls: boolean }
  | { readonly kind: "blank" }
  | { readonly kind: "failed"; readonly error: MessageError; readonly text: string };

/** Reads a reply once it is written down. */
export function assess({ outcome, message, callsRun }: Reply): Assessment {
  const text = message?.content ?? "";
  const calls = planCalls(outcome.toolCalls, outcome.invalidToolCalls);
  if (outcome.error !== null && outcome.error.kind !== "empty") {
    return { kind: "failed", error: messageErrorOf(outcome.error), text };
  }
  if (callsRun && calls.length > 0 && message !== null) return { kind: "calls", reply: { message, calls } };
  if (outcome.finishReason === "length") return { kind: "cut", text, hadCalls: calls.length > 0 };
  if (text.trim() !== "") return { kind: "answer", text };
  if (outcome.finishReason === "content_filter") {
    return { kind: "failed", error: { code: "content_filter", message: words("run.filtered") }, text };
  }
  return { kind: "blank" };
}
