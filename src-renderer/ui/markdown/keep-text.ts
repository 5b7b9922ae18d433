import type { Definition, Paragraph, PhrasingContent, Root, RootContent, Table } from "mdast";

/*
 * What a parser would drop is shown: definitions and notes that nothing refers to, and cells of a row that is longer than
 * the head of its table.
 */

type Node = Root | RootContent;

/** A plugin that changes the tree. */
export function keepText(): (tree: Root) => void {
  return (tree) => {
    const used = new Set<string>();
    collect(tree, used);
    keepIn(tree, used);
  };
}

function collect(node: Node, used: Set<string>): void {
  if (node.type === "linkReference" || node.type === "imageReference") used.add(`link ${node.identifier}`);
  if (node.type === "footnoteReference") used.add(`note ${node.identifier}`);
  if ("children" in node) for (const child of node.children) collect(child, used);
}

function keepIn(node: Node, used: Set<string>): void {
  if (node.type === "table") widen(node);
  if (!("children" in node)) return;
  const children: Node[] = node.children;
  for (const [index, child] of children.entries()) {
    if (child.type === "definition") {
      // Of two with one name the first holds.
      if (used.delete(`link ${child.identifier}`)) continue;
      children[index] = written(child);
    } else if (child.type === "footnoteDefinition" && !used.has(`note ${child.identifier}`)) {
      const label: PhrasingContent = { type: "text", value: `[^${child.label ?? child.identifier}]: ` };
      children[index] = { type: "blockquote", children: [{ type: "paragraph", children: [label] }, ...child.children] };
    }
    keepIn(children[index] ?? child, used);
  }
}

function written({ identifier, label, url, title }: Definition): Paragraph {
  return {
    type: "paragraph",
    children: [
      { type: "text", value: `[${label ?? identifier}]: ` },
      { type: "link", url, children: [{ type: "text", value: url }] },
      { type: "text", value: title == null ? "" : ` ${title}` },
    ],
  };
}

function widen(table: Table): void {
  const align = table.align ?? [];
  const columns = Math.max(...table.children.map(({ children }) => children.length));
  table.align = [...align, ...Array.from({ length: Math.max(0, columns - align.length) }, () => null)];
}
