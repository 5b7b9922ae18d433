import type { Message } from "../../src-preload/contract/records.ts";
import type { OpenCall } from "./session-store.ts";

/** The calls of the last reply that have no result yet. */
export function openCallsOf(context: readonly Message[]): readonly OpenCall[] {
  const at = context.findLastIndex((message) => message.role === "assistant");
  const message = context[at];
  if (message?.role !== "assistant" || message.tool_calls === undefined) return [];
  const answered = new Set(context.slice(at + 1).map((later) => (later.role === "tool" ? later.tool_call_id : null)));
  return message.tool_calls
    .filter((call) => !answered.has(call.id))
    .map((call) => ({ callId: call.id, name: call.function.name, messageId: message.id }));
}
