import { describe, expect, it } from "vitest";
import { hardnessOf, maxCost } from "../../../src-renderer/ui/markdown/hardness.ts";
import {
  type Block,
  boundBlocks,
  createBlockSplitter,
  splitBlocks,
} from "../../../src-renderer/ui/markdown/split-blocks.ts";
import { depths, markdownShapes, nestings, shapeSize } from "../../support/markdown-shapes.ts";

/** What a parser is given, all together. */
function parsed(blocks: readonly Block[]) {
  const handed = blocks.filter(({ kind }) => kind !== "hard");
  return {
    cost: handed.reduce((sum, { cost }) => sum + cost, 0),
    isTooHard: handed.some(({ kind, raw }) => kind === "marked" && hardnessOf(raw).isTooHard),
  };
}

/** Drawn as they are meant: they are long and not hard. */
const easy = [
  ...["stars", "backticks", "backticks of all lengths", "a fence never closed", "one long address", "heading marks"],
  ...["setext never ended", "blank lines", "blanks", "tabs", "indented code", "carriage returns", "one long word"],
  ...["long line of words", "zero bytes", "dollars", "a formula that ends far away", "an address of dots"],
];

describe("a text that is hard to parse", () => {
  it("is as long as 160 kB in 80 shapes", () => {
    expect(Object.keys(markdownShapes).length).toBeGreaterThan(80);
  });

  it.each(Object.entries(markdownShapes))(
    "%s: what a parser gets is bounded, and no character is lost",
    (name, make) => {
      const source = make(shapeSize);
      const blocks = createBlockSplitter()(source);
      const { cost, isTooHard } = parsed(blocks);
      expect(cost).toBeLessThanOrEqual(maxCost);
      expect(isTooHard).toBe(false);
      const raw = blocks.map((block) => block.raw).join("");
      expect(raw.replace(/\s/g, "").length).toBe(source.replace(/\s/g, "").length);
      expect(blocks.some(({ kind }) => kind === "hard")).toBe(!easy.includes(name));
    },
  );

  it.each(Object.entries(nestings))("%s of 40 depths: drawn while it is shallow, else as text", (_, nest) => {
    const kinds = depths.map((depth) => splitBlocks(nest(depth)).every(({ kind }) => kind !== "hard"));
    expect(depths).toHaveLength(40);
    expect(kinds.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => true));
    expect(kinds.at(-1)).toBe(false);
    // Once it is too deep it stays so.
    expect(kinds.indexOf(false)).toBeGreaterThan(kinds.lastIndexOf(true));
  });

  it("leaves what stands around it as it was", () => {
    const blocks = splitBlocks(`# Title\n\n${">".repeat(5000)} a\n\nan *end*\n`);
    expect(blocks.map(({ kind }) => kind)).toEqual(["marked", "hard", "marked"]);
  });

  it("spends what a text may cost from its beginning on", () => {
    const blocks = boundBlocks(splitBlocks("a *b* c\n\n".repeat(5000)));
    expect(blocks[0]?.kind).toBe("marked");
    expect(blocks.at(-1)?.kind).toBe("hard");
    expect(blocks.filter(({ kind }) => kind === "hard")).toHaveLength(1);
  });

  it("is no long table, list or listing of an ordinary answer", () => {
    const row = "| `name` | **value** | [link](https://a.b) | text |\n";
    const table = `| a | b | c | d |\n|---|---|---|---|\n${row.repeat(200)}`;
    const list = "- an *item* with `code`\n  - and one below\n".repeat(100);
    const code = `\`\`\`py\n${"def a_b(*args, **kwargs): return x_y[0]\n".repeat(2000)}\`\`\`\n`;
    for (const text of [table, list, code]) {
      expect(boundBlocks(splitBlocks(text)).map(({ kind }) => kind)).not.toContain("hard");
    }
  });
});
