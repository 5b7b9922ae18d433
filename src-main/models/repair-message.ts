import type { Media, Message, ToolCall } from "../../src-preload/contract/records.ts";
import { parseArguments } from "./answer/call-arguments.ts";
import { isObject, type JsonObject, parseJson } from "./json.ts";

/**
 * The message itself where every provider takes it, else a copy: whole characters only, names of tools as they may be
 * written, arguments that are the JSON text of an object. What a tool's answer is to stays with the caller.
 */
export function repairMessage(message: Message): Message {
  const content = message.content.toWellFormed();
  const base = content === message.content ? message : { ...message, content };
  if (base.role === "system") return base;
  const sent = base.role === "assistant" ? base : withMedia(base);
  if (sent.role === "user" && sent.turnContext?.isWellFormed() === false) {
    return { ...sent, turnContext: sent.turnContext.toWellFormed() };
  }
  if (sent.role !== "assistant") return sent;
  const calls = sent.tool_calls?.map(repairCall);
  const isSame = calls === undefined || calls.every((call, index) => call === sent.tool_calls?.[index]);
  const withCalls = isSame ? sent : { ...sent, tool_calls: calls };
  if (withCalls.reasoning === undefined || withCalls.reasoning.isWellFormed()) return withCalls;
  return { ...withCalls, reasoning: withCalls.reasoning.toWellFormed() };
}

/** A path goes into the text where its file does not go along. */
function withMedia<Owner extends { readonly media?: Media[] | undefined }>(message: Owner): Owner {
  const { media } = message;
  if (media === undefined || media.every(({ path }) => path.isWellFormed())) return message;
  return { ...message, media: media.map((one) => ({ ...one, path: one.path.toWellFormed() })) };
}

function repairCall(call: ToolCall): ToolCall {
  const { id, type, function: made, ...extras } = call;
  const name = callName(made.name);
  const text = callArguments(made.arguments);
  const whole = wholeText(extras);
  if (name === made.name && text === made.arguments && whole === extras) return call;
  return { ...(isObject(whole) ? whole : {}), id, type, function: { name, arguments: text } };
}

/** Letters, digits, `_` and `-`, up to 64 of them: with any other name a request is refused for good. */
function callName(name: string): string {
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return name;
  return name.replace(/[^a-zA-Z0-9_-]+/g, "_").slice(0, 64) || "unknown";
}

/** Arguments that were cut off or are no object become none: the call they stood for was never run. */
function callArguments(text: string): string {
  const parsed = parseJson(text);
  const object = isObject(parsed) ? parsed : (parseArguments(text.toWellFormed()) ?? {});
  const whole = /\\ud[89a-f]/i.test(text) ? wholeText(object) : object;
  return whole === parsed && text.isWellFormed() ? text : JSON.stringify(wholeText(object));
}

/** The same value with whole characters in all its texts and names; the very same where they are whole. */
function wholeText(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value.map(wholeText);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  return isObject(value) ? wholeObject(value) : value;
}

function wholeObject(value: JsonObject): JsonObject {
  const entries = Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wholeText(inner)] as const);
  const isSame = entries.every(([key, inner]) => Object.hasOwn(value, key) && value[key] === inner);
  return isSame ? value : Object.fromEntries(entries);
}
