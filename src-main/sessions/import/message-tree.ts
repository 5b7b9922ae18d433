import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import { type ChatProblem, type ImportedMessage, mostMessages } from "./imported-chat.ts";

/** A place in the tree of a chat; `message` null where nothing of it is shown. */
export interface TreeNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly message: Omit<ImportedMessage, "id" | "parentId"> | null;
}

export interface OrderedTree {
  readonly messages: readonly ImportedMessage[];
  readonly tip: string | null;
}

/**
 * The messages of a tree, each behind what it follows, and the branch of `current` last, as the newest. What is not shown
 * leaves, and what followed it follows the message before it. Nodes that lead back to themselves are no tree.
 */
export function orderTree(nodes: readonly TreeNode[], current: string | null): Result<OrderedTree, ChatProblem> {
  if (nodes.length > mostMessages) return fail("too-many");
  const known = new Map<string, TreeNode>();
  // An id counts once, and the first wins.
  for (const node of nodes) if (!known.has(node.id)) known.set(node.id, node);
  const shown = pathTo(current, known);
  const children = childrenOf(known, shown);
  const messages: ImportedMessage[] = [];
  const shownAs = new Map<string, string | null>();
  const waiting = [...(children.get(null) ?? [])].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const above = node.parentId === null ? null : (shownAs.get(node.parentId) ?? null);
    if (node.message !== null) messages.push({ id: node.id, parentId: above, ...node.message });
    shownAs.set(node.id, node.message === null ? above : node.id);
    waiting.push(...[...(children.get(node.id) ?? [])].reverse());
  }
  if (shownAs.size < known.size) return fail("circle");
  return messages.length === 0 ? fail("empty") : ok({ messages, tip: shownAs.get(current ?? "") ?? null });
}

/** The nodes from `current` up to its beginning. */
function pathTo(current: string | null, known: ReadonlyMap<string, TreeNode>): ReadonlySet<string> {
  const path = new Set<string>();
  for (let id = current; id !== null && !path.has(id); id = known.get(id)?.parentId ?? null) path.add(id);
  return path;
}

/** What follows each node, in the order of the file, with that of the shown branch last. A parent that is missing is a beginning. */
function childrenOf(known: ReadonlyMap<string, TreeNode>, shown: ReadonlySet<string>) {
  const children = new Map<string | null, TreeNode[]>();
  const inOrder = [...known.values()];
  for (const isShown of [false, true]) {
    for (const node of inOrder) {
      if (shown.has(node.id) !== isShown) continue;
      const parent = node.parentId !== null && known.has(node.parentId) ? node.parentId : null;
      const siblings = children.get(parent);
      if (siblings === undefined) children.set(parent, [node]);
      else siblings.push(node);
    }
  }
  return children;
}
