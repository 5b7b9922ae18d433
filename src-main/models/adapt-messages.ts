import { estimateTokens } from "./estimate-tokens.ts";
import { isObject, type JsonObject, objectsOf, parseJson, textOf } from "./json.ts";
import type { WireMessage } from "./model.ts";
import type { Quirks } from "./quirks.ts";
import { wireCallId } from "./wire.ts";

/** Makes messages what an endpoint takes. */
export type MessageAdapter = (messages: readonly WireMessage[]) => readonly WireMessage[];

/**
 * For an endpoint that taught something after its messages were serialised. Each message is parsed once and its new
 * form kept as long as the message is.
 */
export function createMessageAdapter(quirks: Quirks): MessageAdapter {
  const known = new WeakMap<WireMessage, WireMessage>();
  const isShaping = needsShaping(quirks);

  function shaped(message: WireMessage): WireMessage {
    const before = known.get(message);
    if (before !== undefined) return before;
    const now = shapeMessage(message, quirks);
    known.set(message, now);
    return now;
  }

  return (messages) => {
    const own = isShaping ? messages.map(shaped) : messages;
    const folded = quirks.hasSystemRole ? own : foldSystem(own);
    const joined = quirks.joinsRoles ? joinNeighbours(folded) : folded;
    return quirks.bridgesResults ? bridgeResults(joined) : joined;
  };
}

function needsShaping(quirks: Quirks): boolean {
  const { reasoningBack, callIds, sendsCallExtras, takesImages, takesTools } = quirks;
  return reasoningBack === "never" || callIds !== "any" || !sendsCallExtras || !takesImages || !takesTools;
}

function shapeMessage(message: WireMessage, quirks: Quirks): WireMessage {
  const wire = parseJson(message.json);
  if (!isObject(wire)) return message;
  const shaped: Record<string, unknown> = { ...wire };
  if (quirks.reasoningBack === "never") delete shaped["reasoning_content"];
  if (typeof shaped["tool_call_id"] === "string") shaped["tool_call_id"] = wireCallId(shaped["tool_call_id"], quirks);
  if (Array.isArray(shaped["tool_calls"])) {
    shaped["tool_calls"] = objectsOf(shaped["tool_calls"]).map((call) => shapeCall(call, quirks));
  }
  if (!quirks.takesImages && Array.isArray(shaped["content"])) shaped["content"] = textOnly(shaped["content"]);
  const json = JSON.stringify(quirks.takesTools ? shaped : inWords(shaped));
  if (json === message.json) return message;
  return { ...message, json, role: message.role === "tool" && !quirks.takesTools ? "user" : message.role };
}

/** A call becomes a word of the model's, its result one of the user's. */
function inWords({ tool_calls: calls, ...wire }: JsonObject): JsonObject {
  if (wire["role"] === "tool") return { role: "user", content: `[Result of the call]\n${textOf(wire["content"])}` };
  if (!Array.isArray(calls)) return wire;
  const words = [textOf(wire["content"]), ...objectsOf(calls).map(callWords)];
  return { ...wire, content: words.filter((text) => text !== "").join("\n") };
}

function callWords({ function: called }: JsonObject): string {
  return isObject(called) ? `[Called ${textOf(called["name"])} with ${textOf(called["arguments"])}]` : "";
}

function shapeCall(call: JsonObject, quirks: Quirks): JsonObject {
  const id = wireCallId(textOf(call["id"]), quirks);
  return quirks.sendsCallExtras ? { ...call, id } : { id, type: "function", function: call["function"] };
}

function textOnly(parts: readonly unknown[]): string {
  return objectsOf(parts)
    .map((part) => (part["type"] === "text" ? textOf(part["text"]) : "[image: this model takes no images]"))
    .join("\n\n");
}

/** The system text goes before the first user message. */
function foldSystem(messages: readonly WireMessage[]): readonly WireMessage[] {
  const system = messages.filter(({ role }) => role === "system").map(contentText);
  const rest = messages.filter(({ role }) => role !== "system");
  const first = rest.findIndex(({ role }) => role === "user");
  const user = rest[first];
  if (system.length === 0) return rest;
  if (user === undefined) return [userMessage(system.join("\n\n")), ...rest];
  return rest.with(first, withContent(user, joinedContent(system.join("\n\n"), contentOf(user))));
}

function userMessage(content: string): WireMessage {
  const json = JSON.stringify({ role: "user", content });
  return { role: "user", json, tokens: estimateTokens(content) };
}

/**
 * Neighbouring messages of one role become one; calls and their results stay as they are. They do not count as
 * neighbours, but what the user said after a result must not move before it: there a dot of the model's goes between.
 */
function joinNeighbours(messages: readonly WireMessage[]): readonly WireMessage[] {
  const joined: WireMessage[] = [];
  let last: WireMessage | undefined;
  for (const message of messages) {
    const isPlain = (message.role === "user" || message.role === "assistant") && !hasCalls(message);
    if (message.role === "user" && last?.role === "user" && joined.at(-1)?.role === "tool") joined.push(bridge);
    else if (isPlain && last?.role === message.role) {
      const index = joined.lastIndexOf(last);
      last = withContent(last, joinedContent(contentOf(last), contentOf(message)));
      joined[index] = last;
      continue;
    }
    joined.push(message);
    if (isPlain) last = message;
  }
  return joined;
}

const bridge: WireMessage = { role: "assistant", json: '{"role":"assistant","content":"."}', tokens: 5 };

function bridgeResults(messages: readonly WireMessage[]): readonly WireMessage[] {
  return messages.flatMap((message, index) =>
    message.role === "user" && messages[index - 1]?.role === "tool" ? [bridge, message] : [message],
  );
}

function hasCalls(message: WireMessage): boolean {
  return message.json.includes('"tool_calls":[{');
}

function contentText(message: WireMessage): string {
  const content = contentOf(message);
  return Array.isArray(content) ? textOnly(content) : textOf(content);
}

function contentOf(message: WireMessage): unknown {
  const wire = parseJson(message.json);
  return isObject(wire) ? wire["content"] : "";
}

/** Texts become one text; where a picture is among them, a list of parts. */
function joinedContent(first: unknown, second: unknown): unknown {
  if (!Array.isArray(first) && !Array.isArray(second)) return `${textOf(first)}\n\n${textOf(second)}`;
  const partsOf = (content: unknown): readonly unknown[] =>
    Array.isArray(content) ? content : [{ type: "text", text: textOf(content) }];
  return [...partsOf(first), ...partsOf(second)];
}

function withContent(message: WireMessage, content: unknown): WireMessage {
  const wire = parseJson(message.json);
  return { ...message, json: JSON.stringify({ ...(isObject(wire) ? wire : { role: message.role }), content }) };
}
