import type {
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import type {
  AssistantMessage,
  Media,
  Message,
  ToolCall,
  ToolMessage,
  UserMessage,
} from "../../src-preload/contract/records.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { partKept } from "./kept-items.ts";
import type { WireMessage } from "./model.ts";
import type { Quirks } from "./quirks.ts";
import type { AssistantParam } from "./wire-types.ts";

/** An image that the caller has read. */
export interface LoadedImage {
  readonly mediaType: string;
  readonly base64: string;
}

/** What an image costs in the estimate, in tokens. */
const imageTokens = 1000;
const tokensPerMessage = 4;

/** Estimated tokens of a message with this text. */
function messageTokens(text: string, images = 0): number {
  return estimateTokens(text) + tokensPerMessage + images * imageTokens;
}

export function systemWireMessage(text: string): WireMessage {
  return {
    role: "system",
    json: JSON.stringify({ role: "system", content: text } satisfies ChatCompletionMessageParam),
    tokens: messageTokens(text),
  };
}

/**
 * A record as it goes over the wire, or null for what no model sees (hidden rows, the app's own words, an assistant
 * message with nothing in it). `images`: those of a user message that are sent; without them each is named by its
 * path. `content` is never null.
 */
export function toWireMessage(
  message: Message,
  quirks: Quirks,
  images: readonly LoadedImage[] = [],
): WireMessage | null {
  if (message.hidden === true) return null;
  switch (message.role) {
    case "user":
      return userMessage(message, quirks.takesImages ? images : []);
    case "assistant":
      return assistantMessage(message, quirks);
    case "tool":
      return toolMessage(message, quirks);
    case "system":
      return null;
  }
}

function userMessage(message: UserMessage, images: readonly LoadedImage[]): WireMessage {
  const parts = [message.content, mediaNote(message.media, images.length), message.turnContext ?? ""];
  const text = parts.filter((part) => part !== "").join("\n\n");
  const tokens = messageTokens(text, images.length);
  if (images.length === 0) return { role: "user", json: userJson(text), tokens };
  const content = [
    { type: "text", text } as const,
    ...images.map(({ mediaType, base64 }) => ({
      type: "image_url" as const,
      image_url: { url: `data:${mediaType};base64,${base64}` },
    })),
  ];
  const param = { role: "user", content } satisfies ChatCompletionMessageParam;
  return { role: "user", json: JSON.stringify(param), tokens };
}

export function userJson(content: string): string {
  return JSON.stringify({ role: "user", content } satisfies ChatCompletionMessageParam);
}

/** Names the media that does not go along. */
function mediaNote(media: readonly Media[] | undefined, sentImages: number): string {
  const named = media?.filter(({ kind }) => kind === "file" || sentImages === 0) ?? [];
  // The words of a recording stand in the message: there is nothing to read in its file.
  const word = ({ kind, heard }: Media): string => (heard === true ? "recording of the words above" : kind);
  return named.map((one) => `[${word(one)}: ${one.path}]`).join("\n");
}

function assistantMessage(message: AssistantMessage, quirks: Quirks): WireMessage | null {
  const calls = message.tool_calls ?? [];
  if (calls.length === 0 && message.content.trim() === "") return null;
  const sendsReasoning =
    quirks.reasoningBack === "always" || (quirks.reasoningBack === "with-calls" && calls.length > 0);
  const parted = calls.map(partKept);
  const reasoning = sendsReasoning ? (message.reasoning ?? "") : "";
  const param: AssistantParam = {
    role: "assistant",
    content: message.content,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: parted.map(({ call }) => wireCall(call, quirks)) }),
  };
  const json = JSON.stringify(param);
  const wire = { role: "assistant", json, tokens: messageTokens(json) } as const;
  const kept = parted.map((one) => one.kept);
  return kept.some((items) => items !== null) ? { ...wire, kept } : wire;
}

/** Fields of the call that its maker wants back stay with it, where the provider takes them. */
function wireCall(call: ToolCall, quirks: Quirks): ChatCompletionMessageFunctionToolCall {
  const own = { id: wireCallId(call.id, quirks), type: "function" as const, function: call.function };
  return quirks.sendsCallExtras ? { ...call, ...own } : own;
}

function toolMessage(message: ToolMessage, quirks: Quirks): WireMessage {
  const note = mediaNote(message.media, 0);
  const content = note === "" ? message.content : `${message.content}\n\n${note}`;
  const id = wireCallId(message.tool_call_id, quirks);
  const json = JSON.stringify({ role: "tool", tool_call_id: id, content } satisfies ChatCompletionMessageParam);
  return { role: "tool", json, tokens: messageTokens(json) };
}

const callIdShapes = { any: /^/, word: /^[a-zA-Z0-9_-]{1,64}$/, nine: /^[a-zA-Z0-9]{9}$/ } as const;

/** The id of a call as the provider takes it: the same id always becomes the same one. */
export function wireCallId(id: string, quirks: Pick<Quirks, "callIds">): string {
  if (callIdShapes[quirks.callIds].test(id)) return id;
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(id).digest("hex").slice(0, 9);
}
