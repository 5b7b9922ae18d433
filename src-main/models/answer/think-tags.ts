import { isInsideCode } from "./code-blocks.ts";

/*
 * Think tags in the text of an answer (rule 5 of the provider cases): a block that opens the text is reasoning, also
 * unclosed; a closing tag alone makes all before it reasoning; a tag in prose or in code stays, and so does a pair that
 * begins behind words.
 */

const opening = /^\s*(?:<(?:[\w.-]+:)?(?:think|thinking|thought|reasoning)>|\[THINK\]|◁think▷)/i;
/** A tag that was never finished, with the answer right behind it. */
const broken = /^\s*<think(?=[^\w\s<>/:-])/i;
const anyOpening = /<(?:[\w.-]+:)?(?:think|thinking|thought|reasoning)>|\[THINK\]|◁think▷/i;
const closing = /<\/(?:[\w.-]+:)?(?:think|thinking|thought|reasoning)>|\[\/THINK\]|◁\/think▷/i;
const stray = /^<\/?(?:[\w.-]+:)?(?:think|thinking)>$/i;

const longestTag = 40;
const mostSpace = 2000;

export interface SplitText {
  readonly content: string;
  readonly reasoning: string;
}

/** The end of an opening tag at the start of `text` (white space allowed before it), or 0. */
export function openingEnd(text: string): number {
  return opening.exec(text)?.[0].length ?? 0;
}

/** The end of a broken opening tag at the start of `text`: it is dropped, what follows is the answer. 0 when there is none. */
export function brokenOpeningEnd(text: string): number {
  return broken.exec(text)?.[0].length ?? 0;
}

/** Whether `text`, a beginning, may still grow into an opening tag. */
export function mayOpen(text: string): boolean {
  // Endless white space is no beginning of a tag, and looking through it again and again is slow.
  if (text.length > mostSpace) return false;
  const start = text.trimStart();
  if (start.length > longestTag) return false;
  return (
    start === "" || /^(?:<(?:[\w.-]*:?\w*)?|\[(?:T(?:H(?:I(?:NK?)?)?)?)?|◁(?:t(?:h(?:i(?:nk?)?)?)?)?)$/i.test(start)
  );
}

/** The place and length of the first closing tag. */
export function findClosing(text: string): { readonly at: number; readonly end: number } | null {
  const found = closing.exec(text);
  return found === null ? null : { at: found.index, end: found.index + found[0].length };
}

export function splitThinking(text: string): SplitText {
  let rest = text;
  const thoughts: string[] = [];
  for (let end = openingEnd(rest); end > 0; end = openingEnd(rest)) {
    const inner = rest.slice(end);
    const close = findClosing(inner);
    thoughts.push((close === null ? inner : inner.slice(0, close.at)).trim());
    rest = close === null ? "" : inner.slice(close.end).trimStart();
  }
  if (thoughts.length === 0) {
    const alone = loneClosing(rest);
    if (alone !== null) return alone;
  }
  rest = rest.slice(brokenOpeningEnd(rest));
  return { content: withoutStray(rest), reasoning: thoughts.join("\n") };
}

/** Without a tag that stands alone at the end. */
function withoutStray(text: string): string {
  const trimmed = text.trimEnd();
  const at = trimmed.lastIndexOf("<");
  const isStray = at >= 0 && trimmed.length - at <= longestTag && stray.test(trimmed.slice(at));
  return isStray ? trimmed.slice(0, at).trimEnd() : text;
}

function loneClosing(text: string): SplitText | null {
  const close = findClosing(text);
  if (close === null || isInsideCode(text, close.at) || isProse(text, close.at, close.end)) return null;
  if (anyOpening.test(text.slice(0, close.at))) return null;
  const after = text.slice(close.end).trim();
  // At the very end it is a stray tag behind an answer, not the end of thoughts without one.
  if (after === "") return null;
  return { content: after, reasoning: text.slice(0, close.at).trim() };
}

/** A tag with words on both sides of it on its line is spoken about, not used. */
function isProse(text: string, at: number, end: number): boolean {
  return /[^\s] $/.test(text.slice(Math.max(0, at - 2), at)) && /^ \S/.test(text.slice(end, end + 2));
}
