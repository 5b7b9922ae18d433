import { foldedSign } from "./match.ts";

interface Sign {
  readonly node: Text;
  readonly offset: number;
}

/** What nobody said: steps, controls, what stands there for screen readers alone. */
const unsaid = '[role="group"], button, time, .screen-reader, annotation';

/** Where words stand in what is drawn, whatever their case and accents, across bold and links and the ends of lines. */
export function findRanges(element: HTMLElement, query: string): readonly Range[] {
  const wanted = foldedWords(query);
  if (wanted === "") return [];
  const { words, signs } = wordsOf(element);
  const ranges: Range[] = [];
  for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + wanted.length)) {
    const first = signs[at];
    const last = signs[at + wanted.length - 1];
    if (first === undefined || last === undefined) continue;
    const range = document.createRange();
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, last.offset + 1);
    ranges.push(range);
  }
  return ranges;
}

function foldedWords(words: string): string {
  return [...words.replace(/\s+/g, " ").trim()].map(foldedSign).join("");
}

function wordsOf(element: HTMLElement): { readonly words: string; readonly signs: readonly Sign[] } {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(unsaid) == null ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  );
  let words = "";
  const signs: Sign[] = [];
  const add = (sign: string, place: Sign): void => {
    if (sign === "" || (sign === " " && words.endsWith(" "))) return;
    words += sign;
    signs.push(place);
  };
  let block: Element | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const own = node.parentElement?.closest("p, li, td, th, h1, h2, h3, h4, h5, h6, pre, article, div") ?? null;
    if (own !== block) add(" ", { node, offset: 0 });
    block = own;
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const sign = node.data.charAt(offset);
      add(/\s/.test(sign) ? " " : foldedSign(sign), { node, offset });
    }
  }
  return { words, signs };
}
