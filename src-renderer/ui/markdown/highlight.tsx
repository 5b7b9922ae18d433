import type { Element, ElementContent, RootContent } from "hast";
import { common, createLowlight } from "lowlight";
import type { ReactNode } from "react";

const lowlight = createLowlight(common);

/** Coloured code as React nodes: the highlighter's tree, never its HTML. */
export function highlight(language: string, source: string): ReactNode {
  if (!lowlight.registered(language)) return source;
  return lowlight.highlight(language, source).children.map(draw);
}

function draw(node: RootContent | ElementContent, index: number): ReactNode {
  if (node.type === "text") return node.value;
  if (node.type !== "element") return null;
  return (
    <span key={String(index)} className={classNames(node)}>
      {node.children.map(draw)}
    </span>
  );
}

function classNames(node: Element): string {
  const names = node.properties["className"];
  return Array.isArray(names) ? names.join(" ") : "";
}
