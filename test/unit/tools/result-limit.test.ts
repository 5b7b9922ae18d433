import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentOrNote, limitResult } from "../../../src-main/tools/result-limit.ts";

describe("a result that is too long", () => {
  test("goes to a file whole, and the model gets head, tail and where the rest is", async () => {
    const saved: string[] = [];
    const text = "h".repeat(5000) + "t".repeat(5000);
    const result = await limitResult({ content: text, maxChars: 1000 }, async (whole) => {
      saved.push(whole);
      return "/results/1.txt";
    });
    expect(saved).toEqual([text]);
    expect(result.resultFile).toBe("/results/1.txt");
    const [, head, left, tail] =
      /^(h+)\n\n\[… (\d+) characters left out; .*\/results\/1\.txt.* …\]\n\n(t+)$/.exec(result.content) ?? [];
    expect((head?.length ?? 0) + (tail?.length ?? 0) + Number(left)).toBe(text.length);
    expect((head?.length ?? 0) / ((head?.length ?? 0) + (tail?.length ?? 0))).toBeCloseTo(0.6, 1);
  });

  test("is still delivered when it cannot be saved", async () => {
    const result = await limitResult({ content: "x".repeat(2000), maxChars: 1000 }, () =>
      Promise.reject(new Error("disk full")),
    );
    expect(result.content).toContain("could not be saved: disk full");
    expect(result.resultFile).toBeUndefined();
  });

  test.each([
    [false, "the whole result is in /r.txt"],
    [true, "what was kept of the result is in /r.txt"],
  ])("the file is called whole only where it is: partial %j", async (isPartial, said) => {
    const long = { content: "x".repeat(2000), maxChars: 1000, isPartial };
    expect((await limitResult(long, async () => "/r.txt")).content).toContain(said);
  });

  test("never exceeds the limit and never holds half a character", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", maxLength: 3000 }),
        fc.integer({ min: 300, max: 1500 }),
        async (text, max) => {
          const { content } = await limitResult({ content: text, maxChars: max }, async () => "/r.txt");
          expect(content.length).toBeLessThanOrEqual(Math.max(max, 0));
          expect(content.isWellFormed()).toBe(true);
          if (text.length <= max) expect(content).toBe(text);
        },
      ),
    );
  });
});

test.each([
  ["", "(exec completed with no output)"],
  [" \n", "(exec completed with no output)"],
  ["x", "x"],
])("an empty result is told as one: %j", (content, expected) => {
  expect(contentOrNote("exec", content)).toBe(expected);
});
