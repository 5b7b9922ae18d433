import type { ScriptedCall, ScriptedReply } from "./scripted-reply.ts";

type Wire = Readonly<Record<string, unknown>>;

/** The answer of a script as the Responses API tells it: the pieces of each item, the item, and the whole at the end. */
export function responsesEvents(reply: ScriptedReply): readonly Wire[] {
  const items = outputItems(reply);
  const told = items.flatMap((item, index) => itemEvents(item, index));
  return [
    { type: "response.created", response: { object: "response", status: "in_progress" } },
    ...told,
    ending(reply),
  ];
}

/** The same as one JSON answer. */
export function responsesAnswer(reply: ScriptedReply): Wire {
  const isCut = reply.finishReason === "length" || reply.finishReason === "content_filter";
  const { prompt, completion } = reply.usage ?? { prompt: 10, completion: 5 };
  return {
    object: "response",
    status: isCut ? "incomplete" : "completed",
    incomplete_details: isCut
      ? { reason: reply.finishReason === "length" ? "max_output_tokens" : "content_filter" }
      : null,
    error: null,
    output: outputItems(reply),
    usage: {
      input_tokens: prompt,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: completion,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: prompt + completion,
    },
  };
}

function ending(reply: ScriptedReply): Wire {
  const response = responsesAnswer(reply);
  return { type: `response.${String(response["status"])}`, response };
}

function outputItems(reply: ScriptedReply): readonly Wire[] {
  const text = reply.text ?? reply.deltas?.filter((piece) => typeof piece === "string").join("") ?? "";
  const calls = reply.calls ?? [];
  const thoughts = {
    type: "reasoning",
    id: "rs_1",
    summary: reply.reasoning === undefined ? [] : [{ type: "summary_text", text: reply.reasoning }],
    encrypted_content: reply.sealed ?? null,
  };
  const words = {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    ...(reply.phase === undefined ? {} : { phase: reply.phase }),
    content: [{ type: "output_text", text, annotations: [] }],
  };
  return [
    ...(reply.reasoning === undefined && reply.sealed === undefined ? [] : [thoughts]),
    ...(text === "" ? [] : [words]),
    ...calls.map((call, index) => callItem(call, index)),
  ];
}

function callItem(call: ScriptedCall, index: number): Wire {
  const given = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
  const { name, id } = call;
  return { type: "function_call", id: `fc_${index}`, call_id: id, name, arguments: given, status: "completed" };
}

function itemEvents(item: Wire, index: number): readonly Wire[] {
  const place = { output_index: index, item_id: item["id"] };
  const bare = { ...item, status: "in_progress", content: [], summary: [], arguments: "", encrypted_content: "half" };
  const added = { type: "response.output_item.added", ...place, item: bare };
  const done = { type: "response.output_item.done", ...place, item };
  return [added, ...pieceEvents(item, place), done];
}

function pieceEvents(item: Wire, place: Wire): readonly Wire[] {
  if (item["type"] === "function_call") {
    const whole = String(item["arguments"]);
    const deltas = halves(whole).map((delta) => ({ type: "response.function_call_arguments.delta", ...place, delta }));
    return [...deltas, { type: "response.function_call_arguments.done", ...place, arguments: whole }];
  }
  const isThought = item["type"] === "reasoning";
  const [kind, number] = isThought
    ? (["response.reasoning_summary_text", "summary_index"] as const)
    : (["response.output_text", "content_index"] as const);
  const parts = isThought ? item["summary"] : item["content"];
  const texts: readonly string[] = Array.isArray(parts) ? parts.map(({ text }) => text) : [];
  return texts.flatMap((text, at) => [
    ...halves(text).map((delta) => ({ type: `${kind}.delta`, ...place, [number]: at, delta })),
    { type: `${kind}.done`, ...place, [number]: at, text },
  ]);
}

function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== "");
}

/** The bytes of an event stream; with a line that names each event, or without. */
export function streamOf(events: readonly Wire[], isNamed = true): string {
  return events
    .map((event) => `${isNamed ? `event: ${String(event["type"])}\n` : ""}data: ${JSON.stringify(event)}\n\n`)
    .join("");
}
