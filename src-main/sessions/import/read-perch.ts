import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import { ownFormat, ownVersion } from "../export/json-format.ts";
import type { ChatProblem, ImportedChat } from "./imported-chat.ts";
import { fieldIn, listOf, textIn, textOf, timeOf } from "./json-fields.ts";
import { orderTree, type TreeNode } from "./message-tree.ts";
import { fileLine, joined, toolBlock } from "./told-text.ts";

/** Whether this is a chat as Perch exports it, in a version that is known. */
export function isPerch(value: unknown): boolean {
  return textIn(value, "format") === ownFormat && fieldIn(value, "version") === ownVersion;
}

export function readPerch(value: unknown): Result<ImportedChat, ChatProblem> {
  const id = textIn(value, "key");
  const createdAt = timeOf(fieldIn(value, "createdAt"));
  return readOwnMessages({ id, title: textIn(value, "title"), createdAt }, listOf(fieldIn(value, "messages")), null);
}

/** Messages as Perch keeps them, on however many branches; `head`: the newest of the shown one, where something tells it. */
export function readOwnMessages(
  facts: Pick<ImportedChat, "id" | "title" | "createdAt">,
  messages: readonly unknown[],
  head: string | null,
): Result<ImportedChat, ChatProblem> {
  const nodes = nodesOf(messages);
  const tree = orderTree(nodes, head ?? nodes.at(-1)?.id ?? null);
  if (!tree.ok) return tree;
  const id = facts.id || (nodes[0]?.id ?? "");
  return id === "" ? fail("no-chat") : ok({ source: "perch", ...facts, id, ...tree.value });
}

/**
 * An id counts once, and the first wins; where a parent is missing, the order of the file tells what came before: as in a
 * session file.
 */
function nodesOf(messages: readonly unknown[]): readonly TreeNode[] {
  const named = new Set(messages.map((message) => textIn(message, "id")));
  const nodes = new Map<string, TreeNode>();
  let before: string | null = null;
  for (const message of messages) {
    const id = textIn(message, "id");
    if (id === "" || nodes.has(id)) continue;
    const parent = fieldIn(message, "parentId");
    const isThere = parent === null || (typeof parent === "string" && named.has(parent));
    const parentId: string | null = isThere ? parent : before;
    nodes.set(id, { id, parentId, message: messageOf(message) });
    before = id;
  }
  return [...nodes.values()];
}

/** Null for what no model sees either: answers to slash commands, and what Perch says of the chat. */
function messageOf(message: unknown): TreeNode["message"] {
  if (fieldIn(message, "hidden") === true) return null;
  const at = timeOf(fieldIn(message, "timestamp"));
  const said = textIn(message, "content");
  switch (textIn(message, "role")) {
    case "user":
      return shown({ role: "user", content: joined([said, ...filesOf(message)]), at });
    case "assistant": {
      const model = textIn(message, "model");
      const calls = listOf(fieldIn(message, "tool_calls")).map(callOf);
      return shown({ role: "assistant", content: joined([said, ...calls]), at, ...(model === "" ? {} : { model }) });
    }
    case "tool":
      return shown({ role: "assistant", content: toolBlock("result", textIn(message, "name"), said), at });
    default:
      return null;
  }
}

function shown(message: NonNullable<TreeNode["message"]>): TreeNode["message"] {
  return message.content === "" ? null : message;
}

function callOf(call: unknown): string {
  const made = fieldIn(call, "function");
  return toolBlock("call", textIn(made, "name"), textIn(made, "arguments"));
}

function filesOf(message: unknown): readonly string[] {
  const names = listOf(fieldIn(message, "files")).map(textOf);
  const media = listOf(fieldIn(message, "media")).map((file) => textIn(file, "name"));
  return [...names, ...media].map(fileLine);
}
