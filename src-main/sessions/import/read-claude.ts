import { ok, type Result } from "../../../src-preload/contract/result.ts";
import type { ChatProblem, ImportedChat } from "./imported-chat.ts";
import { fieldIn, listOf, textIn, timeOf } from "./json-fields.ts";
import { orderTree, type TreeNode } from "./message-tree.ts";
import { fileLine, joined, toolBlock } from "./told-text.ts";

/** Whether this is a conversation as Claude exports it. */
export function isClaude(value: unknown): boolean {
  return Array.isArray(fieldIn(value, "chat_messages")) && textIn(value, "uuid") !== "";
}

export function readClaude(value: unknown): Result<ImportedChat, ChatProblem> {
  const nodes = nodesOf(listOf(fieldIn(value, "chat_messages")));
  const tree = orderTree(nodes, textIn(value, "current_leaf_message_uuid") || (nodes.at(-1)?.id ?? null));
  if (!tree.ok) return tree;
  const createdAt = timeOf(fieldIn(value, "created_at"));
  return ok({ source: "claude", id: textIn(value, "uuid"), title: textIn(value, "name"), createdAt, ...tree.value });
}

/** In the order of the file, each behind the one before it, unless it names another of this chat. */
function nodesOf(messages: readonly unknown[]): readonly TreeNode[] {
  const ids = new Set(messages.map((message) => textIn(message, "uuid")));
  const nodes: TreeNode[] = [];
  for (const [index, message] of messages.entries()) {
    const id = textIn(message, "uuid") || `message-${index}`;
    const named = fieldIn(message, "parent_message_uuid");
    const before = nodes.at(-1)?.id ?? null;
    nodes.push({ id, parentId: parentOf(named, { before, ids }), message: messageOf(message) });
  }
  return nodes;
}

/** An id that no message has stands for the beginning, as Claude writes it. */
function parentOf(
  named: unknown,
  { before, ids }: { readonly before: string | null; readonly ids: ReadonlySet<string> },
): string | null {
  if (typeof named !== "string" || named === "") return before;
  return ids.has(named) ? named : null;
}

function messageOf(message: unknown): TreeNode["message"] {
  const blocks = listOf(fieldIn(message, "content")).map(blockOf);
  const said = joined(blocks) || textIn(message, "text");
  const files = [...listOf(fieldIn(message, "attachments")), ...listOf(fieldIn(message, "files"))];
  const names = files.map((file) => fileLine(textIn(file, "file_name")));
  const pasted = listOf(fieldIn(message, "attachments")).map((file) => textIn(file, "extracted_content"));
  const content = joined([said, ...names, ...pasted]);
  if (content === "") return null;
  const role = textIn(message, "sender") === "human" ? "user" : "assistant";
  return { role, content, at: timeOf(fieldIn(message, "created_at")) };
}

/** Thoughts are no part of what was said. */
function blockOf(block: unknown): string {
  switch (textIn(block, "type")) {
    case "text":
      return textIn(block, "text");
    case "tool_use":
      return toolBlock("call", textIn(block, "name"), writtenDown(fieldIn(block, "input")));
    case "tool_result":
      return toolBlock("result", textIn(block, "name"), resultOf(fieldIn(block, "content")));
    case "image":
    case "document":
      return fileLine(textIn(block, "file_name"));
    default:
      return "";
  }
}

function resultOf(content: unknown): string {
  return typeof content === "string" ? content : joined(listOf(content).map((part) => textIn(part, "text")));
}

function writtenDown(input: unknown): string {
  return input === undefined ? "" : JSON.stringify(input, null, 2);
}
