import type { Element, ElementContent, Root, RootContent } from "hast";
import { directionOf } from "../direction.ts";

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];
/** Each of them is written in a direction of its own, which its first letter tells. */
const blocks: ReadonlySet<string> = new Set([...headings, "p", "li", "td", "th", "blockquote"]);
/** A paragraph in one of these goes as they do, so that their mark stands at its beginning. */
const leading: ReadonlySet<string> = new Set(["li", "blockquote"]);

/** Gives each block the direction of its text, the columns of a table that of its first word; code goes left to right. */
export function textDirection(): (tree: Root) => void {
  return (tree) => {
    for (const child of tree.children) give(child, "");
  };
}

function give(node: RootContent | ElementContent, parent: string): void {
  if (node.type !== "element") return;
  const { tagName } = node;
  if (tagName === "code" || tagName === "pre") node.properties["dir"] = "ltr";
  else if (tagName === "table") node.properties["dir"] = directionOf(textOf(node));
  else if (blocks.has(tagName) && !(tagName === "p" && leading.has(parent))) node.properties["dir"] = "auto";
  for (const child of node.children) give(child, tagName);
}

function textOf(node: Element): string {
  return node.children
    .map((child) => (child.type === "text" ? child.value : child.type === "element" ? textOf(child) : ""))
    .join(" ");
}
