// @vitest-environment happy-dom
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { describe, expect, it, vi } from "vitest";
import { Markdown } from "../../../../src-renderer/ui/markdown/markdown.tsx";
import { markdownSamples } from "../../../support/markdown-samples.ts";

/*
 * However an answer comes in, it ends as the same elements; and no word of it is missing. Formulas and diagrams stand with
 * their source here: nothing is loaded.
 */

vi.mock("../../../../src-renderer/ui/markdown/draw-formula.ts", () => ({
  isDrawable: () => false,
  drawFormula: () => "",
}));
vi.mock("../../../../src-renderer/ui/markdown/draw-diagram.ts", () => ({
  drawDiagram: () => new Promise(() => undefined),
}));

const open = () => undefined;

/** Draws each text in place of the one before it, the last of them as a whole. Attributes stand in their order. */
function draw(texts: readonly string[]): HTMLElement {
  const place = document.createElement("div");
  const root = createRoot(place);
  for (const [index, text] of texts.entries()) {
    const isStreaming = index < texts.length - 1;
    flushSync(() => root.render(<Markdown text={text} isStreaming={isStreaming} onOpen={open} />));
  }
  const drawn = place.cloneNode(true);
  flushSync(() => root.unmount());
  expect.assert(drawn instanceof HTMLElement);
  for (const one of drawn.querySelectorAll("*")) {
    const attributes = [...one.attributes].map(({ name, value }) => [name, value] as const);
    for (const [name] of attributes) one.removeAttribute(name);
    for (const [name, value] of attributes.toSorted(([a], [b]) => (a < b ? -1 : 1))) one.setAttribute(name, value);
  }
  return drawn;
}

/** What has come after each delta; the whole comes once more when the answer is complete. */
function grown(text: string, lengths: () => number): readonly string[] {
  const texts: string[] = [];
  for (let end = 0; end < text.length; ) {
    end = Math.min(text.length, end + lengths());
    texts.push(text.slice(0, end));
  }
  return [...texts, text];
}

/** The same numbers each time: a test that fails fails again. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 1 + (state % 23);
  };
}

/** The runs of letters and digits of a text. Marks of lists and boxes, names of entities and labels of links are no words. */
function wordsOf(markdown: string): readonly string[] {
  const plain = markdown
    .replace(/^[ \t>]*(?:[-+*]|\d+[.)])[ \t]+(?:\[[ xX]\])?/gm, " ")
    .replace(/\]\[[^\]\n]*\]/g, "]")
    .replace(/^\[[^\]\n]+\]:/gm, " ")
    .replace(/&(?:amp|lt|gt|copy);/g, " ");
  return plain.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** What a person can read: text, and what a link, a picture or a formula tells of itself. */
function readable(element: HTMLElement): string {
  const told = [...element.querySelectorAll("*")].flatMap((one) =>
    ["href", "title", "alt", "aria-label"].map((name) => one.getAttribute(name) ?? ""),
  );
  return [element.textContent, ...told.map(decoded)].join("\n");
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

const cuts: readonly (readonly [string, () => () => number])[] = [
  ["1", () => () => 1],
  ["3", () => () => 3],
  ["17", () => () => 17],
  ["at random", () => seeded(20_261_128)],
];

describe("an answer", () => {
  it("is of 60 kinds", () => {
    expect(Object.keys(markdownSamples).length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(markdownSamples))(
    "of %s ends the same however it was cut, and no word is missing",
    (_, text) => {
      const whole = draw([text]);
      for (const [name, lengths] of cuts) {
        expect(draw(grown(text, lengths())).innerHTML, `deltas of ${name}`).toBe(whole.innerHTML);
      }
      const all = readable(whole);
      expect(wordsOf(text).filter((word) => !all.includes(word))).toEqual([]);
    },
  );
});
