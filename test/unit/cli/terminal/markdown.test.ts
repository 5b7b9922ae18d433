import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paint } from "../../../../src-main/cli/terminal/colours.ts";
import { inlineMarkdown } from "../../../../src-main/cli/terminal/inline-markdown.ts";
import { createMarkdownStream, rowsOf } from "../../../../src-main/cli/terminal/markdown-stream.ts";
import { lineWidth, textOf, wrapLine } from "../../../../src-main/cli/terminal/styled-line.ts";

function drawn(source: string, width = 60, size = source.length || 1): readonly string[] {
  const stream = createMarkdownStream(() => width);
  const lines = [];
  for (let at = 0; at < source.length; at += size) {
    lines.push(...stream.push(source.slice(at, at + size)));
    // What lives must never disturb what is printed.
    stream.open(width);
  }
  lines.push(...stream.finish(width));
  return lines.flatMap((each) => rowsOf(each, width)).map(textOf);
}

const page = [
  "# Title",
  "",
  "Some **bold**, *slanted*, ~~gone~~ and `a*b*c` words with [a link](https://example.com).",
  "",
  "1. one",
  "2. two",
  "   - [ ] three",
  "   - [x] four",
  "> said",
  "",
  "```ts",
  "const a = '**';",
  "",
  "# no heading",
  "```",
  "| a | b |",
  "|---|:-:|",
  "| 中文 | `x|y` |",
  "| \\| | z |",
  "after",
].join("\n");

describe("an answer on a terminal", () => {
  it("draws headings, marks, lists, quotations, code and tables", () => {
    expect(drawn(page)).toEqual([
      "Title",
      "",
      "Some bold, slanted, gone and a*b*c words with a link ",
      "(https://example.com).",
      "",
      "1. one",
      "2. two",
      "   • ☐ three",
      "   • ☑ four",
      "▏ said",
      "",
      "── ts ──────────────────────────────────",
      "const a = '**';",
      "",
      "# no heading",
      "────────────────────────────────────────",
      "a    │ b  │ ",
      "─────┼────┼───",
      "中文 │ `x │ y`",
      "|    │ z  │ ",
      "after",
    ]);
  });

  it("is the same in whatever pieces it comes", () => {
    for (const size of [1, 2, 3, 7, 50]) expect(drawn(page, 60, size)).toEqual(drawn(page));
  });

  it.each([
    "2 ** 3 ** 4",
    "snake_case_name and __init__.py",
    "List<String> <details>",
    "a * b * c",
    "**kwargs",
    "unclosed `code",
    "[no link] (x)",
    "<think> & &amp; \\d",
  ])("drops nothing that is no mark: %s", (source) => {
    expect(textOf(inlineMarkdown(source)).replaceAll(/[*_`\\]/g, "")).toBe(source.replaceAll(/[*_`\\]/g, ""));
    expect(textOf(inlineMarkdown("2 ** 3 ** 4"))).toBe("2 ** 3 ** 4");
  });

  it("keeps every word of any text, in rows that fit, without a control", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom("*a_", "**", "`", "[x](", "word", " ", "\n", "|", "```", "中", "\u001b[2J", "# ", "> ", "- "),
          { maxLength: 60 },
        ),
        fc.integer({ min: 20, max: 80 }),
        (parts, width) => {
          const source = parts.join("");
          const stream = createMarkdownStream(() => width);
          const lines = [...stream.push(source), ...stream.finish(width)];
          const shown = lines.flatMap((each) => rowsOf(each, width));
          const words = lines.map(({ line }) => textOf(line)).join("\n");
          expect(words.split("word").length).toBe(source.split("word").length);
          // A row that is too short for a word breaks it, and drops blanks alone.
          const solid = (rows: readonly string[]) => rows.join("").replaceAll(/\s/g, "");
          expect(solid(shown.map(textOf))).toBe(solid([words]));
          expect(shown.map((row) => paint(row, false)).join("\n")).not.toContain("\u001b");
          for (const { line, hang } of lines) {
            if (hang !== null)
              for (const row of wrapLine(line, width, hang)) expect(lineWidth(row)).toBeLessThanOrEqual(width);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("takes hostile lines in proportion to their length", () => {
    for (const piece of ["*a_", "**a ", "`", "[", "> ", "| ", "_a", "\\", "~~x "]) {
      expect(drawn(piece.repeat(20_000)).length).toBeGreaterThan(0);
    }
  });
});
