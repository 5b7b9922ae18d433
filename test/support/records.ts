import { type Message, messageSchema } from "../../src-preload/contract/records.ts";

/** Records for tests, from the fields that matter. */
export function record(fields: Record<string, unknown> & { readonly id: string; readonly role: string }): Message {
  return messageSchema.parse({ parentId: null, content: "", timestamp: "2026-01-01T00:00:00.000Z", ...fields });
}

export function userRecord(id: string, content: string, more: Record<string, unknown> = {}): Message {
  return record({ id, role: "user", content, ...more });
}

/** An assistant message; `calls` are ids, each of a call of `read_file`. */
export function assistantRecord(id: string, content: string, calls: readonly string[] = [], more = {}): Message {
  const made = calls.map((call) => ({ id: call, type: "function", function: { name: "read_file", arguments: "{}" } }));
  return record({ id, role: "assistant", content, ...(calls.length === 0 ? {} : { tool_calls: made }), ...more });
}

export function toolRecord(id: string, callId: string, content: string): Message {
  return record({ id, role: "tool", content, tool_call_id: callId, name: "read_file" });
}
