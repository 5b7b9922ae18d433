import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planEdit } from "../../../src-main/tools/text-edit.ts";

async function edited(text: string, oldText: string, newText: string, replaceAll = false): Promise<string> {
  const plan = await planEdit(text, { oldText, newText, replaceAll });
  return plan.kind === "edited" ? plan.text : `refused: ${plan.message}`;
}

describe("line ends follow the place", () => {
  test.each([
    ["old text with LF in a CRLF file", "a\r\nb\r\nc", "a\nb", "A\nB", "A\r\nB\r\nc"],
    ["old text with CRLF in an LF file", "a\nb\nc", "a\r\nb", "A\r\nB", "A\nB\nc"],
    ["more lines in one CRLF line", "a\r\nb\r\n", "b", "x\ny", "a\r\nx\r\ny\r\n"],
    ["a text without any line end", "ab", "b", "x\r\ny", "ax\r\ny"],
    ["the LF part of a mixed file", "a\r\nb\r\nc\nd", "c\nd", "x\ny\nz", "a\r\nb\r\nx\ny\nz"],
    ["mixed ends inside the place", "a\r\nb\nc", "a\nb\nc", "a\nX\nc", "a\r\nX\nc"],
    ["the final line end is kept", "a\r\nb\r\n", "b", "c", "a\r\nc\r\n"],
    ["no final line end is added", "a\r\nb", "b", "c", "a\r\nc"],
  ])("%s", async (_, text, oldText, newText, expected) => {
    expect(await edited(text, oldText, newText)).toBe(expected);
  });

  test("an edit that would only change line ends is an error", async () => {
    expect(await edited("a\r\nb", "a\r\nb", "a\nb")).toContain("would change nothing");
  });

  test("hold for every text, place and replacement", async () => {
    const line = fc.stringMatching(/^[a-z “”'"]{0,12}$/);
    const newLines = fc.array(line, { minLength: 1, maxLength: 4 });
    const parts = fc.record({
      before: fc.array(line),
      after: fc.array(line),
      newLines,
      end: fc.constantFrom("\n", "\r\n"),
    });
    await fc.assert(
      fc.asyncProperty(parts, fc.constantFrom("\n", "\r\n"), async ({ before, after, newLines, end }, modelEnd) => {
        const rest = [...before, "THE", "PLACE", ...after];
        const result = await edited(rest.join(end), `THE${modelEnd}PLACE`, newLines.join(modelEnd));
        expect(result).toBe([...before, ...newLines, ...after].join(end));
      }),
    );
  });
});

describe("characters that models write plainly", () => {
  test.each([
    ["curly quotes stay", "say “hi” now", 'say "hi" now', 'say "hello" now', "say “hello” now"],
    ["around two changes", "“a” and “b”", '"a" and "b"', '"x" and "y"', "“x” and “y”"],
    ["apostrophes", "it’s so", "it's so", "it's not so", "it’s not so"],
    ["dashes", "1990–2000", "1990-2000", "1990-2010", "1990–2010"],
    ["hard spaces", "10\u00a0km far", "10 km far", "10 km near", "10\u00a0km near"],
    ["with CRLF", "a\r\n“b”\r\nc", 'a\n"b"\nc', 'a\n"b2"\nnew\nc', "a\r\n“b2”\r\nnew\r\nc"],
  ])("%s", async (_, text, oldText, newText, expected) => {
    expect(await edited(text, oldText, newText)).toBe(expected);
  });

  test("are not guessed at where two places fit", async () => {
    const result = await edited("“a”\nx\n“a”", '"a"', '"b"');
    expect(result).toContain("2 places differ only in quotes, dashes, spaces or line ends (lines 1, 3)");
    expect(await edited("“a”\nx\n“a”", '"a"', '"b"', true)).toContain("copy one exactly");
  });

  test("an exact place wins over a similar one", async () => {
    expect(await edited('“a” "a"', '"a"', '"b"')).toBe('“a” "b"');
  });
});

describe("how often the text occurs", () => {
  test.each([
    ["all are replaced when asked", "a b a b a", "a", "x", true, "x b x b x"],
    ["a replacement is not searched again", "aa", "a", "aa", true, "aaaa"],
    ["dollar signs mean nothing", "price", "price", "$& $1 $$", false, "$& $1 $$"],
    ["nor do patterns", "a.c abc", "a.c", "x", false, "x abc"],
    ["an empty new text removes", "one two", " two", "", false, "one"],
  ] as const)("%s", async (_, text, oldText, newText, all, expected) => {
    expect(await edited(text, oldText, newText, all)).toBe(expected);
  });

  test("overlapping places are ambiguous", async () => {
    expect(await edited("aaa", "aa", "x")).toContain("occurs 2 times");
  });

  test("a unique text is replaced exactly, whatever stands around it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), fc.string(), async (before, after, replacement) => {
        fc.pre(!`${before}${after}${replacement}`.includes("\ue000") && !/[\r\n]/.test(before + after + replacement));
        expect(await edited(`${before}\ue000${after}`, "\ue000", replacement)).toBe(`${before}${replacement}${after}`);
      }),
    );
  });
});
