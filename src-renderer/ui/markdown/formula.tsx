import { createElement, type ReactNode, useEffect, useState } from "react";
import { textPolicy } from "../text-policy.ts";
import styles from "./formula.module.css";

interface FormulaProps {
  readonly tex: string;
  readonly isBlock: boolean;
}

/** A formula: its text until the renderer is there, then MathML, element by element. */
export function Formula({ tex, isBlock }: FormulaProps) {
  const [drawn, setDrawn] = useState<{ readonly tex: string; readonly nodes: ReactNode } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void import("./draw-formula.ts").then(({ drawFormula, isDrawable }) => {
      if (isCurrent && isDrawable(tex)) setDrawn({ tex, nodes: toNodes(drawFormula(tex, isBlock)) });
    });
    return () => {
      isCurrent = false;
    };
  }, [tex, isBlock]);
  const shown = drawn?.tex === tex && drawn.nodes !== null ? drawn.nodes : <code>{tex}</code>;
  return (
    <span className={isBlock ? styles.block : undefined} dir="ltr" data-tex={tex}>
      {shown}
    </span>
  );
}

/** MathML for presentation; nothing that links, loads or runs. */
const elements: ReadonlySet<string> = new Set(
  "math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd menclose".split(
    " ",
  ),
);
const attributes: readonly string[] = [
  ...[
    "display",
    "mathvariant",
    "stretchy",
    "fence",
    "separator",
    "accent",
    "accentunder",
    "displaystyle",
    "scriptlevel",
  ],
  ...[
    "columnalign",
    "rowspacing",
    "columnspacing",
    "width",
    "height",
    "depth",
    "lspace",
    "rspace",
    "minsize",
    "maxsize",
  ],
  ...["linethickness", "movablelimits", "notation", "xmlns"],
];

/** Markup for a parser whose document runs nothing; `nodeOf` takes from it what it knows. */
const formulaPolicy = textPolicy("formula", { createHTML: (markup) => markup });

function toNodes(markup: string): ReactNode {
  const trusted = formulaPolicy.createHTML(markup);
  const parsed = new DOMParser().parseFromString(trusted, "text/html").querySelector("math");
  return parsed === null ? null : nodeOf(parsed, 0);
}

function nodeOf(node: ChildNode, index: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  const children = [...node.childNodes].map(nodeOf);
  // KaTeX wraps the formula together with its source.
  if (name === "semantics") return children[0];
  if (!elements.has(name)) return null;
  const kept = attributes.flatMap((key) => {
    const value = node.getAttribute(key);
    return value === null ? [] : [[key, value] as const];
  });
  return createElement(name, { key: index, ...Object.fromEntries(kept) }, ...children);
}
