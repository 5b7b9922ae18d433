import { describe, expect, it } from "vitest";
import { createBlockSplitter, splitBlocks } from "../../../src-renderer/ui/markdown/split-blocks.ts";

const sample =
  "# Title\n\nA plain paragraph\nof two lines.\n\n```ts\nconst a = 1;\n```\n\n- one\n- *two*\n\nSee `code`.\n";

describe("the blocks of a Markdown text", () => {
  it("hold the whole text", () => {
    expect(
      splitBlocks(sample)
        .map((block) => block.raw)
        .join(""),
    ).toBe(sample);
  });

  it("tell a paragraph without marks from one that must be parsed", () => {
    expect(splitBlocks(sample).map((block) => block.kind)).toEqual(["marked", "plain", "code", "marked", "marked"]);
    for (const words of ["a **b**", "`a`", "[a](b)", "a  \nb", "see https://a.b", "www.a.b", "a &amp; b", "a $$b$$"]) {
      expect(splitBlocks(words)[0]?.kind, words).toBe("marked");
    }
  });

  it("keep the language and the source of a listing that is still open", () => {
    expect(splitBlocks("```python title=a\nprint(1)\n")[0]).toMatchObject({
      kind: "code",
      language: "python",
      source: "print(1)",
    });
  });

  it("are the same when the text grows by one character at a time", () => {
    const split = createBlockSplitter();
    const text = sample.replaceAll("\n", "\r\n");
    for (let length = 1; length < text.length; length += 1) split(text.slice(0, length));
    expect(split(text)).toEqual(splitBlocks(sample));
  });
});
