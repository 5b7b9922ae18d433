import type { Element, ElementContent, Root, RootContent } from "hast";
import { Markdown, type MarkdownProps } from "./markdown.tsx";
import { textDirection } from "./text-direction.ts";

/** The level of the heading that a report stands below. */
type Level = 2 | 3;

const lowest = 6;
const below = {
  2: [textDirection, () => (tree: Root) => lower(tree.children, 2)],
  3: [textDirection, () => (tree: Root) => lower(tree.children, 3)],
};

/** What a run reported, below a heading of the page: its own headings go on from there, so that those of the page stay one order. */
export function ReportMarkdown({ level, ...rest }: Omit<MarkdownProps, "plugins"> & { readonly level: Level }) {
  return <Markdown {...rest} plugins={below[level]} />;
}

function lower(nodes: readonly (RootContent | ElementContent)[], by: Level): void {
  for (const node of nodes) if (node.type === "element") lowerOne(node, by);
}

function lowerOne(node: Element, by: Level): void {
  const own = /^h([1-6])$/.exec(node.tagName)?.[1];
  if (own !== undefined) node.tagName = `h${Math.min(lowest, Number(own) + by)}`;
  lower(node.children, by);
}
