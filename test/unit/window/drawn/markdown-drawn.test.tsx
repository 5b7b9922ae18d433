import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "../../../../src-renderer/ui/markdown/markdown.tsx";
import { wordsOf } from "./draw.tsx";

const draw = (text: string): string => renderToStaticMarkup(<Markdown text={text} onOpen={() => undefined} />);
const formulas = (text: string): readonly string[] =>
  [...draw(text).matchAll(/data-tex="([^"]*)"/g)].map(([, tex]) => tex ?? "");

describe("a formula", () => {
  it.each([
    ["\\(x_1 + y\\) in a line", ["x_1 + y"]],
    ["a line with \\[ y \\\\ z \\] in it", ["y \\\\ z"]],
    ["\\[ \\sum x \\]", ["\\sum x"]],
    ["$E = mc^2$, ($n$) and 是$k$的", ["E = mc^2", "n", "k"]],
    ["two lines $a\nb$", ["a\nb"]],
    ["$$a$$ and $$b$$ in a line", ["a", "b"]],
    ["1. item\n   \\[\n   x\n   \\]", ["x"]],
    ["> \\(q\\)", ["q"]],
    ["| a |\n|---|\n| $x$ |", ["x"]],
  ])("is found in %j", (text, found) => {
    expect(formulas(text)).toEqual(found);
  });

  it.each(["$5 and $6", "$5-$6, US$7", "5$, 6$ ", "$ x$ and $x $", "\\$x\\$", "`$x$` and `\\(y\\)`", "$a `b` c$"])(
    "is none in %j",
    (text) => {
      expect(formulas(text)).toEqual([]);
    },
  );
});

describe("what stands in angle brackets", () => {
  it.each([
    "List<String> and Map<K, V>",
    "<b>bold</b> <br> <!-- a comment -->",
    "<details>\n<summary>More</summary>\n\ninside\n\n</details>",
    "<script>\nalert(1)\n</script>",
    "- <unknown>\n  inside\n  </unknown>",
  ])("is text: %j", (text) => {
    const words = text.replace(/^[-\s]+/, "");
    expect(wordsOf(draw(text)).replace(/\s+/g, "")).toBe(words.replace(/\s+/g, ""));
  });
});

describe("words of other scripts", () => {
  it("have marks of emphasis and addresses that end where they end", () => {
    const markup = draw("**重要：**请看，**见 https://a.b/c**，https://a.b/d。完「https://a.b/e」");
    expect(markup).toContain("<strong>重要：</strong>");
    expect([...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "https://a.b/c",
      "https://a.b/d",
      "https://a.b/e",
    ]);
    expect(markup).toMatch(/<strong>见 <a [^>]*>https:\/\/a\.b\/c<\/a><\/strong>，/);
  });

  it("go in their own direction, block by block; code and formulas do not", () => {
    const markup = draw("# عنوان\n\nنص `code`\n\n- بند\n\n> قول\n\n| أ |\n|---|\n| ب |\n\n$x$");
    for (const tag of ["h1", "p", "li", "td", "th", "blockquote"]) expect(markup).toContain(`<${tag} dir="auto"`);
    expect(markup).toContain('<code dir="ltr">code</code>');
    expect(markup).toMatch(/<table [^>]*dir="rtl"/);
    expect(draw("| a |\n|---|\n| ب |")).toMatch(/<table [^>]*dir="ltr"/);
    // In an item the mark and the words go the same way.
    expect(draw("- بند\n\n- آخر")).toMatch(/<li dir="auto">\s*<p>/);
  });
});

it("a task has a box with a name", () => {
  const markup = draw("- [x] a\n- [ ] b");
  expect([...markup.matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    "Done",
    "Not done",
  ]);
  expect(markup).not.toContain("<input");
});

it("a picture from elsewhere is not loaded, and offers to be opened", () => {
  for (const source of ["https://a.example/p.png", "//a.example/p.png"]) {
    const markup = draw(`![words](${source} "Title")`);
    expect(markup).not.toContain("<img");
    expect(wordsOf(markup)).toBe("words, a picture at a.exampleOpen in browser");
  }
  expect(wordsOf(draw("![words](javascript:alert)"))).toBe("words, not shown");
});
