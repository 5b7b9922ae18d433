import { isRecord } from "../../../src-preload/contract/own-value.ts";
import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import type { ChatProblem, ImportedChat } from "./imported-chat.ts";
import { fieldIn, fieldsOf, listOf, secondsOf, textIn, textOf } from "./json-fields.ts";
import { orderTree, type TreeNode } from "./message-tree.ts";
import { fileLine, joined, toolBlock } from "./told-text.ts";

/** Whether this is a conversation as ChatGPT exports it: its messages are a tree in `mapping`. */
export function isChatGpt(value: unknown): boolean {
  return isRecord(fieldIn(value, "mapping"));
}

export function readChatGpt(value: unknown): Result<ImportedChat, ChatProblem> {
  const nodes = Object.entries(fieldsOf(fieldIn(value, "mapping"))).map(([id, node]) => nodeOf(id, node));
  const current = textIn(value, "current_node");
  const tree = orderTree(nodes, current === "" ? null : current);
  if (!tree.ok) return tree;
  const id = textIn(value, "conversation_id") || textIn(value, "id") || (nodes[0]?.id ?? "");
  if (id === "") return fail("no-chat");
  const createdAt = secondsOf(fieldIn(value, "create_time"));
  return ok({ source: "chatgpt", id, title: textIn(value, "title"), createdAt, ...tree.value });
}

function nodeOf(id: string, node: unknown): TreeNode {
  const parent = fieldIn(node, "parent");
  return { id, parentId: typeof parent === "string" ? parent : null, message: messageOf(fieldIn(node, "message")) };
}

/** Null for what ChatGPT does not show either: its own instructions, and what it hides. */
function messageOf(message: unknown): TreeNode["message"] {
  const metadata = fieldIn(message, "metadata");
  const author = fieldIn(message, "author");
  const said = textIn(author, "role");
  if (fieldIn(metadata, "is_visually_hidden_from_conversation") === true) return null;
  if (said !== "user" && said !== "assistant" && said !== "tool") return null;
  const told = contentOf(message, said === "tool" ? textIn(author, "name") : "");
  const files = listOf(fieldIn(metadata, "attachments")).map((file) => fileLine(textIn(file, "name")));
  const content = joined([told, ...files]);
  if (content === "") return null;
  const model = textIn(metadata, "model_slug");
  const role = said === "user" ? "user" : "assistant";
  const named = role === "assistant" && model !== "" ? { model } : {};
  return { role, content, at: secondsOf(fieldIn(message, "create_time")), ...named };
}

/** `answers`: the tool that this is the result of; "" for what a person or the model said. */
function contentOf(message: unknown, answers: string): string {
  const content = fieldIn(message, "content");
  const type = textIn(content, "content_type");
  if (unseen.has(type)) return "";
  const said = joined([
    ...listOf(fieldIn(content, "parts")).map(partOf),
    textIn(content, "text"),
    textIn(content, "result"),
  ]);
  const isResult = textIn(fieldIn(message, "author"), "role") === "tool";
  if (isResult) return toolBlock("result", answers, said);
  // What the model sends to anybody but the person is a call of a tool.
  const recipient = textIn(message, "recipient");
  const isCall = type === "code" || (recipient !== "" && recipient !== "all");
  return isCall && said !== "" ? toolBlock("call", recipient === "all" ? "" : recipient, said) : said;
}

/** Kinds of content that are no part of what was said: instructions of the person for all chats, and thoughts. */
const unseen: ReadonlySet<string> = new Set([
  "user_editable_context",
  "model_editable_context",
  "thoughts",
  "reasoning_recap",
]);

function partOf(part: unknown): string {
  if (typeof part === "string") return part;
  const kind = textIn(part, "content_type");
  if (kind === "audio_transcription") return textIn(part, "text");
  const address = textIn(part, "asset_pointer");
  if (address === "") return textOf(fieldIn(part, "text"));
  return fileLine(address.replace(/^[a-z-]+:\/\//, ""));
}
