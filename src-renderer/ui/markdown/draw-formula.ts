import { renderToString } from "katex";

/** A formula as MathML text. What cannot be read comes back as an error in place, never as an exception. */
export function drawFormula(tex: string, isBlock: boolean): string {
  return renderToString(tex, {
    output: "mathml",
    displayMode: isBlock,
    throwOnError: false,
    trust: false,
    maxExpand: 200,
    maxSize: 50,
  });
}
