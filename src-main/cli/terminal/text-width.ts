import stringWidth from "string-width";

/*
 * How wide text is on a terminal, in cells, after Unicode: wide letters take two, combining marks none, an emoji of several
 * code points is one. Where a terminal counts otherwise no row is ever miscounted: what is redrawn is drawn without wrapping.
 */

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const plainAscii = /^[\u0020-\u007e]*$/;

/** What a person takes for one character each. */
export function graphemesOf(text: string): readonly string[] {
  if (plainAscii.test(text)) return [...text];
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

export function widthOf(text: string): number {
  return plainAscii.test(text) ? text.length : stringWidth(text);
}

/** As much of the beginning as fits, with `…` where something is missing. */
export function fitWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  let used = 1;
  for (const grapheme of graphemesOf(text)) {
    used += widthOf(grapheme);
    if (used > width) break;
    kept += grapheme;
  }
  return width < 1 ? "" : `${kept}…`;
}

/** Where the character before or after a place in a text begins. */
export function graphemeBefore(text: string, at: number): number {
  return at - (graphemesOf(text.slice(Math.max(0, at - 64), at)).at(-1)?.length ?? 0);
}

export function graphemeAfter(text: string, at: number): number {
  return at + (graphemesOf(text.slice(at, at + 64))[0]?.length ?? 0);
}
