import { renderToString } from "katex";

const maxLength = 5000;
const maxDepth = 40;

/** Whether it is short and flat enough: the renderer calls itself once a level. */
export function isDrawable(tex: string): boolean {
  if (tex.length > maxLength) return false;
  let depth = 0;
  for (const sign of tex.matchAll(/[{}]|\\(?:begin|end|left|right|sqrt|frac)(?![a-zA-Z])/g)) {
    if (sign[0] === "}" || sign[0] === "\\end" || sign[0] === "\\right") depth -= 1;
    else if (/^[{\\]/.test(sign[0])) depth += 1;
    if (depth > maxDepth) return false;
  }
  return true;
}

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
