import { describe, expect, it } from "vitest";
import { widenFences } from "../../../src-renderer/ui/markdown/nested-fences.ts";
import { type Block, createBlockSplitter, splitBlocks } from "../../../src-renderer/ui/markdown/split-blocks.ts";

const kindsOf = (text: string, isOpenEnd = false): readonly Block["kind"][] =>
  splitBlocks(text, isOpenEnd).map(({ kind }) => kind);

describe("a formula with lines of its own", () => {
  it("is one block, whatever its lines begin with, also right under a paragraph", () => {
    expect(splitBlocks("So:\n\\[\na\n+ b\n- c\n\\]\nend")).toMatchObject([
      { kind: "plain" },
      { kind: "formula", tex: "a\n+ b\n- c" },
      { kind: "plain" },
    ]);
    expect(kindsOf("$$\na\n\n+ b\n$$\n\nend")).toEqual(["formula", "plain"]);
    expect(kindsOf("$$x$$\n\nend")).toEqual(["formula", "plain"]);
  });

  it("is none where it never ends, holds code, or goes on behind its end", () => {
    for (const words of ["\\[\nx = y\n\nnext", "\\[ `a` \\]", "$$ is the id\n\nand $$", "\\[ x \\] and more"]) {
      expect(kindsOf(words)).not.toContain("formula");
    }
  });

  it("is held while its end may still come", () => {
    expect(kindsOf("Sum:\n\n\\[\nx = ", true)).toEqual(["plain", "held"]);
    expect(kindsOf("Sum:\n\n\\[\nx = y\n\\]", true)).toEqual(["plain", "formula"]);
  });
});

describe("a table that comes in", () => {
  it("is held until its rule is there, also right under a paragraph, and is no paragraph first", () => {
    const table = "Here:\n| a | b |\n|---|---|\n| c | d |";
    const split = createBlockSplitter();
    const seen = Array.from({ length: table.length }, (_, at) => split(table.slice(0, at + 1), true));
    const shown = seen.map((blocks) => blocks.filter(({ kind }) => kind !== "held").map(({ raw }) => raw));
    // No cell is shown before all of the head and its rule are there.
    expect(shown.filter(([, second]) => second !== undefined).every(([, second]) => second?.includes("|---|-"))).toBe(
      true,
    );
    expect(shown.flat().some((raw) => raw.startsWith("Here:") && raw.includes("|"))).toBe(false);
  });

  it("that turns out to be none is shown", () => {
    expect(kindsOf("| just words |\nmore", true)).toEqual(["plain"]);
    expect(kindsOf("| just words |")).toEqual(["plain"]);
  });
});

describe("Markdown in a listing", () => {
  const inner = "# T\n```bash\nls\n```\nend";

  it("keeps its own listings", () => {
    expect(splitBlocks(widenFences(`\`\`\`markdown\n${inner}\n\`\`\`\n\nafter`, false))).toMatchObject([
      { kind: "code", language: "markdown", source: inner },
      { kind: "plain", raw: "after" },
    ]);
  });

  it("is read by the letter where it is not closed, and stays open while more may come", () => {
    const open = `\`\`\`markdown\n${inner}`;
    expect(widenFences(open, false)).toBe(open);
    expect(splitBlocks(widenFences(open, true))).toMatchObject([{ kind: "code", source: inner }]);
  });

  it("changes no other fence", () => {
    for (const text of [
      "```js\n```markdown\n```\n",
      "````markdown\n```js\n```\n````",
      "~~~md\n```js\n```\n~~~",
      "a ``` b",
    ]) {
      expect(widenFences(text, false)).toBe(text);
    }
  });
});

it("lines of tags are one paragraph, and begin no other kind of block", () => {
  expect(splitBlocks("text\n<details>\n<summary>a</summary>\nb\n\n<script>\n\nend").map(({ raw }) => raw)).toEqual([
    "text\n<details>\n<summary>a</summary>\nb\n\n",
    "<script>\n\n",
    "end",
  ]);
});
