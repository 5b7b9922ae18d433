/** The request rules of the provider cases: what a request must obey (test/fixtures/README.md). */
// ---- request rules: does this chat request break what the provider of the case demands? ----
const msgs = (b) => (Array.isArray(b?.messages) ? b.messages : []);
const callsOf = (m) => (Array.isArray(m?.tool_calls) ? m.tool_calls : []);
const allIds = (b) =>
  msgs(b).flatMap((m) => [...callsOf(m).map((t) => t?.id), ...(m.role === "tool" ? [m.tool_call_id] : [])]);
const textOf = (c) => (typeof c === "string" ? c : Array.isArray(c) ? c.map((p) => p?.text ?? "").join("") : "");
const RULES = {
  no_max_tokens: (b) => b.max_tokens !== undefined,
  no_max_completion_tokens: (b) => b.max_completion_tokens !== undefined,
  temperature_default_only: (b) => b.temperature !== undefined && b.temperature !== 1,
  no_parallel_tool_calls: (b) => b.parallel_tool_calls !== undefined,
  no_stream_options: (b) => b.stream_options !== undefined,
  no_system_role: (b) => msgs(b).some((m) => m.role === "system" || m.role === "developer"),
  no_tool_name_field: (b) => msgs(b).some((m) => m.role === "tool" && "name" in m),
  no_reasoning_content: (b) => msgs(b).some((m) => m.role === "assistant" && "reasoning_content" in m),
  reasoning_content_with_calls: (b) =>
    msgs(b).some(
      (m) =>
        m.role === "assistant" &&
        callsOf(m).length &&
        !(typeof m.reasoning_content === "string" && m.reasoning_content),
    ),
  tool_ids_9_alnum: (b) => allIds(b).some((id) => !/^[a-zA-Z0-9]{9}$/.test(String(id))),
  tool_ids_word_chars: (b) => allIds(b).some((id) => !/^[a-zA-Z0-9_-]+$/.test(String(id))),
  no_empty_assistant: (b) =>
    msgs(b).some((m) => m.role === "assistant" && !textOf(m.content).trim() && !callsOf(m).length),
  roles_alternate: (b) => {
    let last = "";
    for (const m of msgs(b)) {
      if (m.role === "system" || m.role === "tool" || callsOf(m).length) continue;
      if (m.role === last) return true;
      last = m.role;
    }
    return false;
  },
  tool_results_paired: (b) => {
    let open = new Set();
    for (const m of msgs(b)) {
      if (m.role === "tool") {
        if (!open.delete(m.tool_call_id)) return true;
        continue;
      }
      if (open.size) return true;
      open = new Set(callsOf(m).map((t) => t.id));
    }
    return open.size > 0;
  },
  no_image_in_tool: (b) =>
    msgs(b).some((m) => m.role === "tool" && Array.isArray(m.content) && m.content.some((p) => p?.type !== "text")),
  arguments_are_json_objects: (b) =>
    msgs(b).some((m) =>
      callsOf(m).some((t) => {
        try {
          const v = JSON.parse(t.function.arguments);
          return typeof v !== "object" || v === null || Array.isArray(v);
        } catch {
          return true;
        }
      }),
    ),
  thought_signature: (b) =>
    msgs(b).some((m) => callsOf(m).length && !callsOf(m)[0]?.extra_content?.google?.thought_signature),
};
export function violates(rule, body) {
  if (!rule) return true;
  if (!RULES[rule]) throw new Error(`unknown request_rule ${rule}`);
  if (!body || !Array.isArray(body.messages)) return true;
  return RULES[rule](body);
}
